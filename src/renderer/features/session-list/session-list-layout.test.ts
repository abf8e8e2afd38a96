import { expect, test } from 'vitest'

import { chatEntry } from '../../state/session-list/session-entry'
import { layOut } from './session-list-layout'
import { groupEntries } from '../../state/session-list/session-groups'
import { someChat } from '../../state/session-list/testing/some-summaries'

const now = 1_800_000_000_000
const sessions = Array.from({ length: 5_000 }, (_, index) =>
  someChat(`chat ${index}`, { updatedAt: now - index * 3_600_000 }),
)
const list = { sessions, comparisons: [], completeSince: -Infinity }
const layout = layOut(groupEntries('chats', list, now))

test('every entry has a row below the heading of its group, with its place in it', () => {
  const entries = layout.rows.flatMap((row) => (row.kind === 'entry' ? [row.entry] : []))
  expect(entries).toEqual(layout.entries)
  expect(entries).toHaveLength(5_000)
  let position = 0
  let groupSize = 0
  for (const row of layout.rows) {
    if (row.kind === 'heading') {
      expect(position).toBe(groupSize)
      position = 0
    } else {
      position += 1
      groupSize = row.groupSize
      expect(row.position).toBe(position)
    }
  }
  expect(new Set(layout.rows.map(({ key }) => key)).size).toBe(layout.rows.length)
})

test('only a heading below other rows has a gap above it', () => {
  const gaps = layout.rows.flatMap((row) => (row.kind === 'heading' ? [row.gapAbovePx] : []))
  expect(gaps[0]).toBe(0)
  expect(gaps.slice(1).every((gap) => gap > 0)).toBe(true)
})

test('a change to one chat keeps the entries of all others, so that no other row re-renders', () => {
  const touched = sessions.with(4_000, someChat('chat 4000', { updatedAt: now }))
  const after = new Set(layOut(groupEntries('chats', { ...list, sessions: touched }, now)).entries)
  const isNew = layout.entries.filter((entry) => !after.has(entry))
  expect(isNew.map(({ title }) => title)).toEqual(['chat 4000'])
  expect(chatEntry(touched[4_000] ?? someChat('none'))).toBe(chatEntry(touched[4_000] ?? someChat('none')))
})
