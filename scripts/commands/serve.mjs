// Runs the web host. Nothing else may print to standard output, which carries one line of JSON for the
// caller.
import { buildIfNeeded } from '../parts/programs/build.mjs'
import { runChild } from '../parts/programs/run-child.mjs'
import { webHost } from '../parts/programs/web-host.mjs'

process.exitCode = (await buildIfNeeded())
  ? await runChild(process.execPath, [...webHost, ...process.argv.slice(2)])
  : 1
