// Explains that Node is too old, before something else fails. Runs on Node 12 and later.
const neededMajor = 24

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
