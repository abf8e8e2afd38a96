import { claimStandardOutput } from './standard-output'

// As in serve.ts: the modules behind fail to load, or crash, on a Node that is too old.
const neededMajor = 22

if (Number(process.versions.node.split('.')[0]) < neededMajor) {
  process.stderr.write(
    `Parley needs Node ${neededMajor} or newer; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and start again.\n`,
  )
  process.exitCode = 1
} else {
  // Before any other module is loaded, so that none can have written.
  const output = claimStandardOutput()
  void import('./mcp-host').then(({ runMcpHost }) => runMcpHost(output))
}
