// Runs one drill against a fresh build: `node scripts/drill.mjs race`. Other arguments are passed to the
// drill.
import { buildIfNeeded } from '../parts/programs/build.mjs'
import { inProject } from '../parts/project.mjs'
import { runChild } from '../parts/programs/run-child.mjs'

const drills = [
  'race',
  'kill',
  'watchers',
  'stop-phases',
  'tree',
  'import',
  'markdown',
  'crash',
  'disk',
  'damage',
  'mcp',
  'agents-storm',
  'busy',
  'streams',
  'review',
  'sets',
  'tools',
]

const [name = '', ...rest] = process.argv.slice(2)
if (!drills.includes(name)) {
  console.error(`Usage: node scripts/drill.mjs DRILL. Available drills: ${drills.join(', ')}.`)
  process.exitCode = 1
} else if (!(await buildIfNeeded())) {
  process.exitCode = 1
} else {
  process.exitCode = await runChild(process.execPath, [
    inProject('scripts/run-typescript.mjs'),
    inProject(`e2e/drills/${name}.ts`),
    ...rest,
  ])
}
