// Holds the window's style sheets against the code: each class that code names exists in its CSS module, and each class
// of a module is used. Only a class that is written out can be checked, so nothing else is allowed.
import { globSync, readFileSync } from 'node:fs'

import { inProject, root } from './parts/project.mjs'
import { findStyleFaults } from './parts/text-rules/style-names.ts'

const code = globSync('src/renderer/**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.endsWith('.d.ts'))
const faults = findStyleFaults(read(code), read(globSync('src/renderer/**/*.module.css', { cwd: root })))
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0

function read(paths: readonly string[]) {
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(inProject(path), 'utf8') }))
}
