import { expect, test } from 'vitest'

import type { SessionStore } from './session-store'
import { openTestStore } from '../testing/test-store'

type ListInput = Parameters<SessionStore['listSessions']>[0]

function titles(store: SessionStore, input: ListInput = {}): string[] {
  return store.listSessions(input).sessions.map(({ title }) => title)
}

/** Chats named by `names`, each a millisecond newer than the one before. */
function storeWith(names: readonly string[]) {
  const opened = openTestStore()
  for (const title of names) {
    opened.clock.advance(1)
    opened.store.createSession({ title })
  }
  return opened
}

test('pinned ones come first, then the newest; panes are not there, archived ones by themselves', () => {
  const { store, clock } = storeWith(['a', 'b', 'c', 'd'])
  const [d, c, , a] = store.listSessions().sessions
  store.createSession({ kind: 'pane', title: 'pane', model: 'demo/writer' })
  if (a === undefined || c === undefined || d === undefined) throw new Error('three are listed')
  store.updateSession(a.id, { pinned: true })
  store.updateSession(d.id, { archived: true })
  clock.advance(1)
  store.updateSession(c.id, { model: 'demo/other' })
  expect(titles(store)).toEqual(['a', 'c', 'b'])
  expect(titles(store, { archived: true })).toEqual(['d'])
})

test('pages follow each other without a gap or a double, though sessions share a time and one moves up', () => {
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

test('pages go on from the pinned ones to the others', () => {
  const { store } = storeWith(['a', 'b', 'c'])
  const oldest = store.listSessions().sessions.at(-1)
  if (oldest === undefined) throw new Error('one is listed')
  store.updateSession(oldest.id, { pinned: true })
  const first = store.listSessions({ limit: 1 })
  expect(first.sessions.map(({ title }) => title)).toEqual(['a'])
  expect(titles(store, { limit: 5, cursor: first.nextCursor ?? undefined })).toEqual(['c', 'b'])
})

test('a title is found by any part of it, in any case and script; wildcards are letters', () => {
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
  'cursor %j is refused',
  (cursor) => {
    const { store } = openTestStore()
    expect(() => store.listSessions({ cursor })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  },
)
