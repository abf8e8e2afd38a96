// Runs the benchmarks against a fresh build and prints each result beside its budget.
import { ensureBrowser } from '../ensure-browser.mjs'
import { buildIfNeeded } from '../parts/programs/build.mjs'
import { inProject } from '../parts/project.mjs'
import { runChild } from '../parts/programs/run-child.mjs'

if (!(await buildIfNeeded()) || ensureBrowser() === null) {
  process.exitCode = 1
} else {
  process.exitCode = await runChild(process.execPath, [
    inProject('scripts/run-typescript.mjs'),
    inProject('bench/main.ts'),
    ...process.argv.slice(2),
  ])
}
