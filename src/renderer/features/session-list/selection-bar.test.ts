import { expect, test } from 'vitest'

import { chatEntry, type EntryKey } from '../../state/session-list/session-entry'
import { chosen, everything, neighbourOf, noSelection, extended, toggled } from './selection-bar'
import { someChat } from '../../state/session-list/testing/some-summaries'

const order = ['a', 'b', 'c', 'd', 'e'].map((title) => chatEntry(someChat(title)))
const key = (title: string): EntryKey => `chat-${title}`
const titles = (selection: typeof noSelection) => chosen(selection, order).map(({ title }) => title)

test('toggles rows one by one and lists them in order', () => {
  const two = toggled(toggled(noSelection, key('d')), key('b'))
  expect(titles(two)).toEqual(['b', 'd'])
  expect(titles(toggled(two, key('d')))).toEqual(['b'])
  expect(toggled(toggled(noSelection, key('a')), key('a'))).toBe(noSelection)
})

test('a range grows and shrinks in both directions around its anchor', () => {
  const down = extended(extended(noSelection, key('b'), key('c'), order), key('c'), key('d'), order)
  expect(titles(down)).toEqual(['b', 'c', 'd'])
  expect(titles(extended(down, key('d'), key('a'), order))).toEqual(['a', 'b'])
})

test('starts a new range if its anchor is gone', () => {
  const gone = toggled(noSelection, key('gone'))
  expect(titles(extended(gone, key('c'), key('d'), order))).toEqual(['c', 'd'])
  expect(titles(gone)).toEqual([])
})

test('moves the focus to the row below removed ones, at the end above, and nowhere if none is left', () => {
  const next = (leaving: string[], from: string) => neighbourOf(new Set(leaving.map(key)), key(from), order)
  expect(next(['b', 'c'], 'b')).toBe(key('d'))
  expect(next(['d', 'e'], 'e')).toBe(key('c'))
  expect(next(['a'], 'c')).toBe(key('c'))
  expect(neighbourOf(everything(order).keys, key('a'), order)).toBeNull()
})
