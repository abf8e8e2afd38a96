import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

const starters = [
  'exec',
  'execFile',
  'execFileSync',
  'execSync',
  'fork',
  'spawn',
  'spawnSync',
] as const satisfies readonly (keyof typeof childProcess)[]

/** Vitest loads this before each test file that is not a `*.process.test.ts`, so that starting a process throws. */
function refuse(starter: string): never {
  throw new Error(
    `child_process.${starter} was called in a test that is not named *.process.test.ts. ` +
      'Move the test to a file with that name, whose first line says why it needs a process.',
  )
}

for (const starter of starters) {
  Object.defineProperty(childProcess, starter, { value: () => refuse(starter) })
}
// Makes the change visible to modules that import these functions by name.
syncBuiltinESMExports()
