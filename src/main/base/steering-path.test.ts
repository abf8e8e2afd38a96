import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { steeringNames, steersPrograms } from './steering-path'

test.each(Object.entries(steeringNames))(
  '%s: each name steers, wherever and however it is written',
  (_, names) => {
    for (const name of names) {
      const file = name.replaceAll('*', 'x')
      for (const path of [file, `deep/${file}`, `${file}/within`, file.toUpperCase(), `${file}. .`]) {
        expect(steersPrograms(path), path).toBe(true)
      }
    }
  },
)

test('what people write every day does not', () => {
  for (const path of [
    'src/index.ts',
    'README.md',
    'docs/git/hooks.md',
    'build/index.js',
    'lib/github.ts',
    'envrc',
    'npmrc.md',
    'src/settings/run.py',
    'a~b.txt',
    'notes.txt~',
  ]) {
    expect(steersPrograms(path), path).toBe(false)
  }
})

test('the page for users names all of them', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/files-that-start-programs.md'), 'utf8')
  const missing = Object.values(steeringNames)
    .flat()
    .filter((name) => !page.includes(`\`${name}\``))
  expect(missing).toEqual([])
})
