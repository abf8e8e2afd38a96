import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { anyCharacter } from '../../testing/any-text'
import { fileStem as stemOf, UniqueFileNames } from './export-file-name'

const fileStem = (title: string | null) => stemOf(title, 'New chat')

const bytesOf = (text: string) => new TextEncoder().encode(text).length

test('keeps a title that is a valid name', () => {
  expect(fileStem('Überlegungen zu Kant, 2. Teil')).toBe('Überlegungen zu Kant, 2. Teil')
  expect(fileStem('猫の一日 👩‍💻')).toBe('猫の一日 👩‍💻')
  expect(fileStem(null)).toBe('New chat')
})

test('a title cannot leave its folder, hide, or name a device', () => {
  expect(fileStem('../../etc/passwd')).toBe('etc-passwd')
  expect(fileStem('C:\\Windows\\win.ini')).toBe('C-Windows-win.ini')
  expect(fileStem('.ssh')).toBe('ssh')
  expect(fileStem('-rf')).toBe('rf')
  expect(fileStem('~root')).toBe('root')
  expect(fileStem('con')).toBe('_con')
  expect(fileStem('NUL.txt')).toBe('_NUL.txt')
  expect(fileStem('COM¹')).toBe('_COM¹')
  expect(fileStem('Console')).toBe('Console')
  expect(fileStem('what? <when> "why" | where*')).toBe('what- -when- -why- - where')
})

test('removes invisible characters', () => {
  expect(fileStem('evil\u202Egnp.exe')).toBe('evilgnp.exe')
  expect(fileStem('a\u0000b\u0007c\r\nd\u2028e')).toBe('a b c d e')
  expect(fileStem('zero\u200Bwidth\uFEFF')).toBe('zerowidth')
  expect(fileStem('lone \ud83d surrogate')).toBe('lone surrogate')
})

test('a title made of symbols counts as none', () => {
  for (const title of ['', ' ', '...', '///', '\u0000', '\u200b', '. .', '---']) {
    expect(fileStem(title), JSON.stringify(title)).toBe('New chat')
  }
})

test('cuts a long title between characters, not within one', () => {
  expect(fileStem('x'.repeat(10_000))).toBe('x'.repeat(110))
  const family = '👨‍👩‍👧‍👦'
  const stem = fileStem(family.repeat(50))
  expect(stem).toBe(family.repeat(Math.floor(110 / bytesOf(family))))
})

test('makes a name that is valid on every system from any title', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (title) => {
      const stem = fileStem(title)
      expect(stem).toMatch(/^[^<>:"/\\|?*\p{Cc}]+$/u)
      expect(stem).not.toMatch(/^[\s.~]|[\s.]$/u)
      expect(bytesOf(stem)).toBeLessThanOrEqual(111)
      expect(stem.isWellFormed()).toBe(true)
      expect(fileStem(stem)).toBe(stem)
    }),
    { numRuns: 500 },
  )
})

test('numbers duplicate names, even when only case and accents differ', () => {
  const names = new UniqueFileNames(['parley.json'])
  const given = ['New chat', 'New chat', 'new CHAT', 'Café', 'Cafe\u0301', 'CAFE', 'New chat (2)', 'Parley']
  expect(given.map((stem) => names.take(stem, 'json'))).toEqual([
    'New chat.json',
    'New chat (2).json',
    'new CHAT (3).json',
    'Café.json',
    'Cafe\u0301 (2).json',
    'CAFE (3).json',
    'New chat (2) (2).json',
    'Parley (2).json',
  ])
})

test('names thousands of duplicates without comparing them repeatedly', () => {
  const names = new UniqueFileNames()
  const taken = new Set(Array.from({ length: 50_000 }, () => names.take('New chat', 'md')))
  expect(taken.size).toBe(50_000)
  expect(taken.has('New chat (50000).md')).toBe(true)
})
