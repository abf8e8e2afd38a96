// Runs the web host. Standard output belongs to it alone: one JSON line, for whoever started this.
import { buildIfNeeded } from '../parts/build.mjs'
import { inProject } from '../parts/project.mjs'
import { runChild } from '../parts/run-child.mjs'

process.exitCode = (await buildIfNeeded())
  ? await runChild(process.execPath, [inProject('out/main/serve.js'), ...process.argv.slice(2)])
  : 1
