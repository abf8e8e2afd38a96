// Fails for a test helper without a line in a README, and for a test that starts processes without giving a
// reason.
import { globSync, readFileSync } from 'node:fs'

import { helpersWithoutLine } from './parts/tests/helper-lines.ts'
import { inProject, root } from './parts/project.mjs'

const folders = ['src', 'e2e', 'scripts']
const testsOf = (folder: string) => globSync(`${folder}/**/*.process.test.ts`, { cwd: root })
const processTests = folders.flatMap(testsOf)

const faults = [
  // If they were moved or renamed, nothing would be checked.
  ...folders
    .filter((folder) => testsOf(folder).length === 0)
    .map((folder) => `${folder} has no *.process.test.ts files to check.`),
  ...helpersWithoutLine(root).map(
    (path) => `${path} is missing from its README. Add its purpose, when to use it and when not.`,
  ),
  ...processTests
    .filter((path) => !/^\/\/ (Needs|Starts) .+/.test(readFileSync(inProject(path), 'utf8')))
    .map(
      (path) =>
        `${path} does not say in its first line, "// Needs …" or "// Starts …", why it must start a process.`,
    ),
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
