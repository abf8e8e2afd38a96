const neededMajor = 24

/**
 * Returns true if this Node can run Parley. If not, prints a message and sets the exit code 1. Imports nothing, and is
 * called before anything else is loaded: most modules fail to load, or crash, on a Node that is too old.
 */
export function isNodeNewEnough(): boolean {
  const { node } = process.versions
  if (Number(node.split('.')[0]) >= neededMajor) return true
  process.stderr.write(
    `Parley needs Node ${neededMajor} or newer; this is Node ${node}. Install a newer one from https://nodejs.org and start again.\n`,
  )
  process.exitCode = 1
  return false
}
