// Checks the imports between modules against the list of modules and the rules in .dependency-cruiser.cjs, and that no
// two folders import each other: `npm run check:boundaries`.
import { checkModules } from './parts/boundaries/check-modules.ts'
import { modules } from './parts/boundaries/modules.ts'
import { findMutualFolders } from './parts/boundaries/mutual-folders.ts'
import { readImports } from './parts/boundaries/read-imports.ts'

const { files, imports, violations } = await readImports()
const findings = [
  ...violations,
  ...checkModules(modules, files, imports, 'src/shared'),
  ...findMutualFolders(imports),
]
for (const finding of findings) console.log(finding)
console.log(
  `${imports.length} imports of ${files.length} files in ${modules.length} modules: ${findings.length} findings`,
)
process.exitCode = findings.length > 0 ? 1 : 0
