import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { needsLinks } from '../../base/testing/needs'
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
  const detail = process.platform === 'win32' ? 'ENOENT' : 'ENOTDIR'
  expect(() => writeResult(join(folder, 'file', 'result.json'), ['[]'])).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', data: expect.objectContaining({ detail }) }),
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

test('a link stays, and the file where it leads is replaced or made', (context) => {
  needsLinks(context)
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'elsewhere', 'inner'), { recursive: true })
  // Links are relative to the folder that they are really in.
  symlinkSync(join('elsewhere', 'inner'), join(folder, 'shortcut'))
  symlinkSync(join('..', 'result.json'), join(folder, 'elsewhere', 'inner', 'next.json'))
  const link = join(folder, 'shortcut', 'next.json')
  const target = join(folder, 'elsewhere', 'result.json')
  for (const pieces of [['[]'], ['{', '}']]) {
    writeResult(link, pieces)
    expect(readFileSync(target, 'utf8')).toBe(pieces.join(''))
  }
  expect(() => writeResult(link, fails())).toThrow('the store cannot be read')
  expect([readFileSync(target, 'utf8'), lstatSync(link).isSymbolicLink()]).toEqual(['{}', true])
  expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['inner', 'result.json'])
})

test('links in a circle, and one into a folder that does not exist, are refused and stay', (context) => {
  needsLinks(context)
  const folder = temporaryFolder()
  symlinkSync('b.json', join(folder, 'a.json'))
  symlinkSync('a.json', join(folder, 'b.json'))
  symlinkSync(join('missing', 'result.json'), join(folder, 'c.json'))
  const refused = (name: string, detail: string) =>
    expect(() => writeResult(join(folder, name), ['[]'])).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', data: expect.objectContaining({ detail }) }),
    )
  refused('a.json', 'ELOOP')
  refused('c.json', 'ENOENT')
  expect(readdirSync(folder)).toEqual(['a.json', 'b.json', 'c.json'])
})
