import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { listProjectFiles } from './project-files.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-project-'))
  for (const name of ['src', 'e2e', 'scripts', 'bench']) mkdirSync(join(folder, name))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

it('tells sources, tests and helpers apart', () => {
  const paths = [
    'e2e/drills/race.ts',
    'e2e/helpers/README.md',
    'e2e/helpers/nested/table.ts',
    'e2e/helpers/table.test.ts',
    'e2e/helpers/table.ts',
    'e2e/specs/stop.spec.ts',
    'out/main/index.js',
    'scripts/start.mjs',
    'src/main/app.test.ts',
    'src/main/app.ts',
    'src/main/notes.json',
    'src/main/testing/README.md',
    'src/main/testing/harness.ts',
    'src/renderer/view.test.tsx',
    'vitest.config.ts',
  ]
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  const { sources, tests, helpers, readmes } = listProjectFiles(folder)
  expect(paths.filter((path) => !sources.includes(path))).toEqual([
    'e2e/helpers/README.md',
    'out/main/index.js',
    'src/main/notes.json',
    'src/main/testing/README.md',
  ])
  expect(tests).toEqual([
    'e2e/drills/race.ts',
    'e2e/helpers/nested/table.ts',
    'e2e/helpers/table.test.ts',
    'e2e/helpers/table.ts',
    'e2e/specs/stop.spec.ts',
    'src/main/app.test.ts',
    'src/main/testing/harness.ts',
    'src/renderer/view.test.tsx',
  ])
  expect(helpers).toEqual([
    'e2e/helpers/nested/table.ts',
    'e2e/helpers/table.ts',
    'src/main/testing/harness.ts',
  ])
  expect(readmes).toEqual(['e2e/helpers/README.md', 'src/main/testing/README.md'])
})
