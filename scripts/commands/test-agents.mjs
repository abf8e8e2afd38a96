// Runs the installed coding agents through Parley, against a scripted model on loopback. `--install` first
// installs them into a temporary folder. Not part of `npm test`, because it needs third-party programs.
import { buildIfNeeded } from '../parts/programs/build.mjs'
import { inProject } from '../parts/project.mjs'
import { runChild } from '../parts/programs/run-child.mjs'

process.exitCode = (await buildIfNeeded())
  ? await runChild(process.execPath, [
      inProject('scripts/run-typescript.mjs'),
      inProject('e2e/real-agents/real-agents.ts'),
      ...process.argv.slice(2),
    ])
  : 1
