import { expect, test } from 'vitest'

import type { MessageId, SessionId } from '../../../shared/ids'
import { TreeWriter } from '../sessions/tree-writer'
import { openTestStore } from '../testing/test-store'
import { ReadingPlaces } from './reading-places'

const place = (topPx: number) => ({ messageId: 'a message' as MessageId, topPx })

test('a place is kept until the end is read or the chat is erased, and never for a chat that is not stored', async () => {
  const { store, database, newId } = openTestStore()
  const places = new ReadingPlaces(database, { now: () => 1 })
  const ids = ['read', 'erased', 'kept'].map((title) => store.createSession({ title }).id)
  const [read, erased, kept] = ids as [SessionId, SessionId, SessionId]
  for (const id of ids) places.set(id, place(-1.4))
  places.set('never stored' as SessionId, place(0))
  places.set(read, null)
  store.deleteSession(erased)
  await new TreeWriter(database, { newId, pause: () => Promise.resolve() }).erase(erased)
  places.set(kept, place(12))
  expect(places.list()).toEqual({ [kept]: place(12) })
})

test('the places of a thousand chats are kept, and those left longest ago are forgotten', () => {
  const { store, database } = openTestStore()
  let now = 0
  const places = new ReadingPlaces(database, { now: () => (now += 1) })
  const ids = database.transaction(() =>
    Array.from({ length: 1_003 }, (_, at) => {
      const { id } = store.createSession({ title: `${at}` })
      places.set(id, place(at))
      return id
    }),
  )
  const known = places.list()
  expect(Object.keys(known)).toHaveLength(1_000)
  expect(ids.slice(0, 4).map((id) => known[id]?.topPx)).toEqual([undefined, undefined, undefined, 3])
})
