// Holds the tests against two rules of TESTING.md: every helper has a line in a README, and no test reads the text
// of a source file.
import { existsSync, readFileSync } from 'node:fs'

import { inProject } from './parts/project.mjs'
import { findHelperFaults } from './parts/test-rules/helper-lines.ts'
import { listProjectFiles } from './parts/test-rules/project-files.ts'
import { findSourceReads } from './parts/test-rules/source-reads.ts'

const { sources, tests, helpers, readmes } = listProjectFiles(inProject())
const read = (path: string) => ({ path, text: readFileSync(inProject(path), 'utf8') })

const helperFaults = findHelperFaults({
  helpers,
  readmes: readmes.map(read),
  exists: (path) => existsSync(inProject(path)),
})
const reads = tests
  .map(read)
  .flatMap((file) => findSourceReads(file, sources).map((found) => ({ ...found, path: file.path })))

if (helperFaults.length > 0) {
  console.error(
    'Each helper needs a line in its README, beginning with its name: purpose, when to use it, when not.',
  )
  for (const { path, reason } of helperFaults) console.error(`  ${path}: ${reason}`)
}
if (reads.length > 0) {
  console.error('A test drives behaviour and never looks at source text:')
  for (const { path, line, by, source } of reads) console.error(`  ${path}:${line}: ${by} reads ${source}`)
}
process.exitCode = helperFaults.length + reads.length > 0 ? 1 : 0
