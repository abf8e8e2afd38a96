// Fails for a helper of the tests that has no line in a README.
import { helpersWithoutLine } from './parts/helper-lines.ts'
import { root } from './parts/project.mjs'

for (const path of helpersWithoutLine(root)) {
  console.error(`${path} has no line in its README: what it is for, when to use it, when not.`)
  process.exitCode = 1
}
