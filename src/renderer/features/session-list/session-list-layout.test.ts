import { expect, test } from 'vitest'

import { chatEntry } from '../../state/session-list/session-entry'
import { itemsInView, layOut } from './session-list-layout'
import { groupEntries } from '../../state/session-list/session-groups'
import { someChat } from '../../state/session-list/testing/some-summaries'

const now = 1_800_000_000_000
const sessions = Array.from({ length: 5_000 }, (_, index) =>
  someChat(`chat ${index}`, { updatedAt: now - index * 3_600_000 }),
)
const list = { sessions, comparisons: [], completeSince: -Infinity }
const layout = layOut(groupEntries('chats', list, now))

test('items do not overlap, and the height is their sum', () => {
  let end = 0
  for (const { top, height } of layout.items) {
    expect(top).toBeGreaterThanOrEqual(end)
    end = top + height
  }
  expect(layout.height).toBe(end)
  expect(layout.entries).toHaveLength(5_000)
})

test('renders one screen of a long list, and the focused row wherever it is', () => {
  const always = new Set(['chat-chat 4999'])
  const drawn = itemsInView(layout, { top: 60_000, height: 800 }, always)
  expect(drawn.length).toBeLessThan(60)
  const keys = drawn.map((item) => (item.kind === 'entry' ? item.entry.key : item.name))
  expect(keys.at(-1)).toBe('chat-chat 4999')
  for (const item of layout.items) {
    const isSeen = item.top < 60_800 && item.top + item.height > 60_000
    if (isSeen) expect(drawn).toContain(item)
  }
})

test('a change to one chat keeps the entries of all others, so that no other row re-renders', () => {
  const touched = sessions.with(4_000, someChat('chat 4000', { updatedAt: now }))
  const after = new Set(layOut(groupEntries('chats', { ...list, sessions: touched }, now)).entries)
  const isNew = layout.entries.filter((entry) => !after.has(entry))
  expect(isNew.map(({ title }) => title)).toEqual(['chat 4000'])
  expect(chatEntry(touched[4_000] ?? someChat('none'))).toBe(chatEntry(touched[4_000] ?? someChat('none')))
})
