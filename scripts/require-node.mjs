// Says in one sentence that Node is too old, instead of failing on whatever comes first. Runs on any Node from 12 on.
const neededMajor = 22

if (Number(process.versions.node.split('.')[0]) < neededMajor) {
  process.stderr.write(
    'Parley needs Node ' +
      neededMajor +
      ' or newer; this is Node ' +
      process.versions.node +
      '. Install a newer one from https://nodejs.org and start again.\n',
  )
  process.exit(1)
}
