import { expect, test } from 'vitest'

import { chatEntry, compareEntry } from './session-entry'
import type { SessionFolderName } from './session-folder'
import { countOf, goneWhen, groupEntries, shortTime } from './session-groups'
import { someChat, someComparison } from './testing/some-summaries'

const now = new Date(2026, 5, 18, 15, 0).getTime()
const hourMs = 3_600_000

function named(folder: SessionFolderName, list: Partial<Parameters<typeof groupEntries>[1]>) {
  const groups = groupEntries(
    folder,
    { sessions: [], comparisons: [], completeSince: -Infinity, ...list },
    now,
  )
  return groups.map((group) => [group.name, group.entries.map((entry) => entry.title)])
}

test('groups chats and comparisons together by time, with pinned ones of both on top', () => {
  const sessions = [
    someChat('old', { updatedAt: now - 300 * hourMs }),
    someChat('today', { updatedAt: now - hourMs }),
    someChat('kept', { updatedAt: now - 900 * hourMs, pinned: true }),
  ]
  const comparisons = [
    someComparison('later today', { updatedAt: now - 1_000 }),
    someComparison('yesterday', { updatedAt: now - 20 * hourMs }),
    someComparison('kept too', { updatedAt: now - 800 * hourMs, pinned: true }),
  ]
  expect(named('chats', { sessions, comparisons })).toEqual([
    ['Pinned', ['kept too', 'kept']],
    ['Today', ['later today', 'today']],
    ['Yesterday', ['yesterday']],
    ['Previous 30 days', ['old']],
  ])
  // An entry archived while pinned is sorted by time.
  expect(named('archived', { sessions: sessions.slice(2) })).toEqual([['May 2026', ['kept']]])
})

test('leaves out a comparison older than the loaded chats', () => {
  const sessions = [
    someChat('newest', { updatedAt: now - hourMs }),
    someChat('last', { updatedAt: now - 3 * hourMs }),
  ]
  const comparisons = [
    someComparison('between', { updatedAt: now - 2 * hourMs }),
    someComparison('far below', { updatedAt: now - 4 * hourMs }),
    someComparison('kept', { updatedAt: now - 5 * hourMs, pinned: true }),
  ]
  const list = { sessions, comparisons, completeSince: now - 3 * hourMs }
  expect(named('chats', list)).toEqual([
    ['Pinned', ['kept']],
    ['Today', ['newest', 'between', 'last']],
  ])
})

test('sorts the trash by time of deletion, not of the last change', () => {
  const sessions = [
    someChat('deleted first', { updatedAt: now - 1, deletedAt: now - 40 * hourMs }),
    someChat('deleted last', { updatedAt: now - 900 * hourMs, deletedAt: now - hourMs, pinned: true }),
  ]
  expect(named('trash', { sessions })).toEqual([
    ['Today', ['deleted last']],
    ['Previous 7 days', ['deleted first']],
  ])
})

test('shows times as short as possible, and none for the current minute', () => {
  expect(shortTime(now - 5_000, now)).toBe('')
  expect(shortTime(now - 5 * 60_000, now)).toBe('5 min')
  expect(shortTime(now - 3 * hourMs, now)).toBe('12:00')
  expect(shortTime(now - 48 * hourMs, now)).toBe('Tue')
  expect(shortTime(now - 30 * 24 * hourMs, now)).toBe('19 May')
  expect(shortTime(now - 400 * 24 * hourMs, now)).toBe('May 2025')
})

test('shows how long the trash keeps an entry, never that it is gone', () => {
  const dayMs = 24 * hourMs
  expect(goneWhen(now, now)).toBe('30 days left')
  expect(goneWhen(now - 17.5 * dayMs, now)).toBe('13 days left')
  expect(goneWhen(now - 29.5 * dayMs, now)).toBe('1 day left')
  expect(goneWhen(now - 31 * dayMs, now)).toBe('deleted soon')
})

test('counts chats and comparisons separately', () => {
  expect(countOf([chatEntry(someChat('a'))])).toBe('1 chat')
  expect(
    countOf([chatEntry(someChat('a')), chatEntry(someChat('b')), compareEntry(someComparison('c'))]),
  ).toBe('2 chats and 1 comparison')
})
