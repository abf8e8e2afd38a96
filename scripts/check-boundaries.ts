// Checks the imports against the rooms and rules in parts/boundaries/rooms.ts, and that no two folders import each
// other: `npm run check:boundaries`.
import { checkRooms, findLoaded, findMutualFolders } from './parts/boundaries/check-rooms.ts'
import { readImports } from './parts/boundaries/read-imports.ts'
import { fileRules, notInWindow, rooms } from './parts/boundaries/rooms.ts'

const { files, imports, violations } = await readImports(fileRules)
const findings = [
  ...violations,
  ...checkRooms(rooms, files, imports),
  ...Object.keys(notInWindow).flatMap((name) => findLoaded(imports, 'src/renderer', name)),
  ...findMutualFolders(imports),
]
for (const finding of findings) console.log(finding)
console.log(
  `${imports.length} imports of ${files.length} files in ${rooms.length} rooms: ${findings.length} findings`,
)
process.exitCode = findings.length > 0 ? 1 : 0
