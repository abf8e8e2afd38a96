// Runs the web host. Nothing else may print to standard output, which carries one line of JSON for the
// caller.
import { buildIfNeeded } from '../parts/programs/build.mjs'
import { inProject } from '../parts/project.mjs'
import { runChild } from '../parts/programs/run-child.mjs'

process.exitCode = (await buildIfNeeded())
  ? await runChild(process.execPath, [inProject('out/main/serve.js'), ...process.argv.slice(2)])
  : 1
