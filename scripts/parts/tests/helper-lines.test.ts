import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { helpersWithoutLine } from './helper-lines.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-helpers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('finds a helper that its README does not describe, or only mentions', () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'src/testing/web'), { recursive: true })
  mkdirSync(join(folder, 'e2e/helpers'), { recursive: true })
  writeFileSync(join(folder, 'e2e/helpers/chat.ts'), '')
  writeFileSync(join(folder, 'e2e/helpers/README.md'), '| `chat.ts` | when |\n')
  for (const name of ['row.ts', 'item.ts', 'web/above.tsx', 'lost.ts', 'mentioned.ts', 'row.test.ts']) {
    writeFileSync(join(folder, 'src/testing', name), '')
  }
  const readme = '| `row.ts` | when, not `mentioned.ts` |\n- `item.ts`, `web/above.tsx`: when\n'
  writeFileSync(join(folder, 'src/testing/README.md'), readme)
  expect(helpersWithoutLine(folder)).toEqual(['src/testing/lost.ts', 'src/testing/mentioned.ts'])
})

it('fails if one of the folders for helpers has none', () => {
  const folder = newFolder()
  expect(() => helpersWithoutLine(folder)).toThrow('no test helper matches e2e/helpers')
  mkdirSync(join(folder, 'e2e/helpers'), { recursive: true })
  writeFileSync(join(folder, 'e2e/helpers/chat.ts'), '')
  expect(() => helpersWithoutLine(folder)).toThrow('no test helper matches src/')
})
