// Runs the real coding agents that are installed through Parley, against a scripted model on loopback. `--install`
// installs them into a temporary folder first. It is no part of `npm test`: it needs programs that are not ours.
import { buildIfNeeded } from '../parts/build.mjs'
import { inProject } from '../parts/project.mjs'
import { runChild } from '../parts/run-child.mjs'

process.exitCode = (await buildIfNeeded())
  ? await runChild(process.execPath, [
      inProject('scripts/run-typescript.mjs'),
      inProject('e2e/real-agents/real-agents.ts'),
      ...process.argv.slice(2),
    ])
  : 1
