// Checks which modules import which, by the list of modules and the rules in .dependency-cruiser.cjs: `npm
// run check:boundaries`.
import { checkModules } from './parts/boundaries/check-modules.ts'
import { modules } from './parts/boundaries/modules.ts'
import { readImports } from './parts/boundaries/read-imports.ts'

const { files, imports, violations } = await readImports()
const findings = [...violations, ...checkModules(modules, files, imports, 'src/shared')]
for (const finding of findings) console.log(finding)
console.log(
  `${imports.length} imports of ${files.length} files in ${modules.length} modules: ${findings.length} findings`,
)
process.exitCode = findings.length > 0 ? 1 : 0
