import { expect, test } from 'vitest'

import { chatEntry, type EntryKey } from '../../state/session-list/session-entry'
import { chosen, everything, neighbourOf, noSelection, stretched, toggled } from './selection'
import { someChat } from '../../state/session-list/testing/some-summaries'

const order = ['a', 'b', 'c', 'd', 'e'].map((title) => chatEntry(someChat(title)))
const key = (title: string): EntryKey => `chat-${title}`
const titles = (selection: typeof noSelection) => chosen(selection, order).map(({ title }) => title)

test('rows are chosen and taken out one by one, and listed in their order', () => {
  const two = toggled(toggled(noSelection, key('d')), key('b'))
  expect(titles(two)).toEqual(['b', 'd'])
  expect(titles(toggled(two, key('d')))).toEqual(['b'])
  expect(toggled(toggled(noSelection, key('a')), key('a'))).toBe(noSelection)
})

test('a stretch grows and shrinks around the row where it began, in both directions', () => {
  const down = stretched(stretched(noSelection, key('b'), key('c'), order), key('c'), key('d'), order)
  expect(titles(down)).toEqual(['b', 'c', 'd'])
  expect(titles(stretched(down, key('d'), key('a'), order))).toEqual(['a', 'b'])
})

test('a stretch begins anew where its first row is gone', () => {
  const gone = toggled(noSelection, key('gone'))
  expect(titles(stretched(gone, key('c'), key('d'), order))).toEqual(['c', 'd'])
  expect(titles(gone)).toEqual([])
})

test('the keyboard goes on below what goes, at the end above it, and nowhere when nothing is left', () => {
  const next = (leaving: string[], from: string) => neighbourOf(new Set(leaving.map(key)), key(from), order)
  expect(next(['b', 'c'], 'b')).toBe(key('d'))
  expect(next(['d', 'e'], 'e')).toBe(key('c'))
  expect(next(['a'], 'c')).toBe(key('c'))
  expect(neighbourOf(everything(order).keys, key('a'), order)).toBeNull()
})
