import { expect, test } from 'vitest'

import type { ComparisonId, SessionId } from '../../shared/ids'
import type { ComparisonSummary, SessionSummary } from '../../shared/sessions'
import { groupEntries, shortTime } from './session-entries'

const now = new Date(2026, 5, 18, 15, 0).getTime()
const hourMs = 3_600_000

const chat = (title: string, updatedAt: number, pinned = false): SessionSummary => ({
  id: title as SessionId,
  kind: 'chat',
  title,
  model: null,
  workspace: null,
  systemPrompt: null,
  params: {},
  pinned,
  archived: false,
  createdAt: updatedAt,
  updatedAt,
  running: false,
  unseen: false,
})
const comparison = (title: string, updatedAt: number): ComparisonSummary => ({
  id: title as ComparisonId,
  title,
  paneCount: 2,
  running: false,
  createdAt: updatedAt,
  updatedAt,
})

test('chats and comparisons stand together by time, pinned ones on top', () => {
  const groups = groupEntries(
    [chat('old', now - 300 * hourMs), chat('today', now - hourMs), chat('kept', now - 900 * hourMs, true)],
    [comparison('later today', now - 1_000), comparison('yesterday', now - 20 * hourMs)],
    '',
    now,
  )
  expect(groups.map((group) => [group.name, group.entries.map((entry) => entry.title)])).toEqual([
    ['Pinned', ['kept']],
    ['Today', ['later today', 'today']],
    ['Yesterday', ['yesterday']],
    ['Previous 30 days', ['old']],
  ])
})

test('the filter looks at titles of both kinds', () => {
  const groups = groupEntries(
    [chat('Alpha', now), chat('Beta', now)],
    [comparison('alphabet', now)],
    ' ALPHA ',
    now,
  )
  expect(groups.flatMap((group) => group.entries.map((entry) => entry.title))).toEqual(['Alpha', 'alphabet'])
})

test('times are as short as they can be told apart', () => {
  expect(shortTime(now - 5_000, now)).toBe('now')
  expect(shortTime(now - 5 * 60_000, now)).toBe('5 min')
  expect(shortTime(now - 3 * hourMs, now)).toBe('12:00')
  expect(shortTime(now - 48 * hourMs, now)).toBe('Tue')
  expect(shortTime(now - 30 * 24 * hourMs, now)).toBe('19 May')
})
