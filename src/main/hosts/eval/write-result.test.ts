import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../../base/testing/temporary-folder'
import { writeResult } from './write-result'

function* fails(): Generator<string, void, void> {
  yield 'half of it'
  throw new Error('the store cannot be read')
}

test('a result that cannot be written completely leaves the earlier one as it was', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'result.json')
  writeResult(file, ['[', ']'])
  expect(() => writeResult(file, fails())).toThrow('the store cannot be read')
  writeFileSync(join(folder, 'file'), '')
  expect(() => writeResult(join(folder, 'file', 'result.json'), ['[]'])).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', data: expect.objectContaining({ detail: 'ENOTDIR' }) }),
  )
  expect([readFileSync(file, 'utf8'), readdirSync(folder).toSorted()]).toEqual([
    '[]',
    ['file', 'result.json'],
  ])
})

test('a result is written in place where no file can be created beside it', () => {
  const folder = temporaryFolder()
  // As long as names may be, so that no longer one is possible.
  const name = `${'a'.repeat(250)}.json`
  writeResult(join(folder, name), ['[', ']'])
  expect(readFileSync(join(folder, name), 'utf8')).toBe('[]')
  expect(readdirSync(folder)).toEqual([name])
})
