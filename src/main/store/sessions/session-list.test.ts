import { expect, test } from 'vitest'

import type { SessionStore } from './session-store'
import { openTestStore } from '../testing/test-store'

type ListInput = Parameters<SessionStore['listSessions']>[0]

function titles(store: SessionStore, input: ListInput = {}): string[] {
  return store.listSessions(input).sessions.map(({ title }) => title)
}

/** Chats with these titles, each a millisecond newer than the one before. */
function storeWith(names: readonly string[]) {
  const opened = openTestStore()
  for (const title of names) {
    opened.clock.advance(1)
    opened.store.createSession({ title })
  }
  return opened
}

test('lists pinned chats first, then by last change, without panes, and archived ones separately', () => {
  const { store, clock } = storeWith(['a', 'b', 'c', 'd'])
  const [d, c, , a] = store.listSessions().sessions
  store.createSession({ kind: 'pane', title: 'pane', model: 'demo/writer' })
  if (a === undefined || c === undefined || d === undefined) throw new Error('expected three chats')
  store.updateSession(a.id, { pinned: true })
  store.updateSession(d.id, { archived: true })
  clock.advance(1)
  store.updateSession(c.id, { model: 'demo/other' })
  expect(titles(store)).toEqual(['a', 'c', 'b'])
  expect(titles(store, { archived: true })).toEqual(['d'])
})

test('pages have no gaps or duplicates, even if sessions share a time and one moves up', () => {
  const { store, clock } = openTestStore()
  for (let count = 1; count <= 25; count += 1) store.createSession({ title: `chat ${count}` })
  const everything = titles(store)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = store.listSessions({ limit: 4, cursor })
    seen.push(...page.sessions.map(({ title }) => title))
    cursor = page.nextCursor ?? undefined
    const [first] = page.sessions
    clock.advance(1)
    if (first !== undefined) store.updateSession(first.id, { model: 'demo/writer' })
  } while (cursor !== undefined)
  expect(seen).toEqual(everything)
  expect(seen).toHaveLength(25)
})

test('a last page that is exactly full has no next one', () => {
  const { store } = storeWith(['a', 'b'])
  expect(store.listSessions({ limit: 2 }).nextCursor).toBeNull()
  expect(store.listSessions({ limit: 1 }).nextCursor).not.toBeNull()
})

test('pages continue from pinned chats to the others', () => {
  const { store } = storeWith(['a', 'b', 'c'])
  const oldest = store.listSessions().sessions.at(-1)
  if (oldest === undefined) throw new Error('expected one chat')
  store.updateSession(oldest.id, { pinned: true })
  const first = store.listSessions({ limit: 1 })
  expect(first.sessions.map(({ title }) => title)).toEqual(['a'])
  expect(titles(store, { limit: 5, cursor: first.nextCursor ?? undefined })).toEqual(['c', 'b'])
})

test('finds a title by any part of it, ignoring case in any script; wildcards are literal', () => {
  const { store } = storeWith(['Über die Brücke', '100% sure', 'under_score', 'ПРИВЕТ'])
  store.createSession()
  expect(titles(store, { query: 'über' })).toEqual(['Über die Brücke'])
  expect(titles(store, { query: ' BRÜCKE ' })).toEqual(['Über die Brücke'])
  expect(titles(store, { query: 'привет' })).toEqual(['ПРИВЕТ'])
  expect(titles(store, { query: '%' })).toEqual(['100% sure'])
  expect(titles(store, { query: '_' })).toEqual(['under_score'])
  expect(titles(store, { query: 'new CHAT' })).toEqual(['New chat'])
  expect(titles(store, { query: "'; --" })).toEqual([])
})

test.each(['', 'nonsense', Buffer.from('[1,2,3]').toString('base64url')])(
  'refuses the cursor %j',
  (cursor) => {
    const { store } = openTestStore()
    expect(() => store.listSessions({ cursor })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  },
)
