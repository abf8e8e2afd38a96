import { expect, test } from 'vitest'

import { DraftStore } from './draft-store'
import { asRun, answer, beginRun, openTestStore } from '../testing/test-store'
import { TreeWriter } from '../sessions/tree-writer'

function open() {
  const opened = openTestStore()
  return { ...opened, drafts: new DraftStore(opened.database) }
}

test('keeps a draft by its place until it is emptied', () => {
  const { drafts } = open()
  drafts.set({ place: 'chat:new', text: 'half a', updatedAt: 1 })
  drafts.set({ place: 'chat:new', text: 'half a sentence', updatedAt: 1 })
  drafts.set({ place: '__proto__', text: 'odd', updatedAt: 2 })
  expect(Object.entries(drafts.list())).toEqual([
    ['__proto__', { text: 'odd', updatedAt: 2 }],
    ['chat:new', { text: 'half a sentence', updatedAt: 1 }],
  ])
  drafts.set({ place: 'chat:new', text: '', updatedAt: 3 })
  expect(Object.keys(drafts.list())).toEqual(['__proto__'])
})

test('an older draft from a window neither replaces a newer one nor restores a sent one', () => {
  const { drafts } = open()
  drafts.set({ place: 'chat:1', text: 'newer', updatedAt: 5 })
  drafts.set({ place: 'chat:1', text: 'older', updatedAt: 4 })
  expect(drafts.list()).toEqual({ 'chat:1': { text: 'newer', updatedAt: 5 } })
  drafts.set({ place: 'chat:1', text: '', updatedAt: 6 })
  drafts.set({ place: 'chat:1', text: 'newer', updatedAt: 5 })
  expect(drafts.list()).toEqual({})
})

test('drops the oldest of very many drafts, and never unsent ones for sent ones', () => {
  const { drafts, database } = open()
  // Each `set` looks for drafts to drop, so the stored ones are put there directly.
  const stored = database.command('INSERT INTO drafts (place, text, updated_at) VALUES (?, ?, ?)')
  database.transaction(() => {
    for (let number = 1; number <= 2_000; number += 1) stored.run(`chat:${number}`, 'typed', number)
    for (let number = 1; number <= 500; number += 1) stored.run(`chat:sent-${number}`, '', 10_000 + number)
  })
  drafts.set({ place: 'chat:2001', text: 'typed', updatedAt: 2_001 })
  drafts.set({ place: 'chat:sent-501', text: '', updatedAt: 10_501 })
  const places = Object.keys(drafts.list())
  expect(places).toHaveLength(2_000)
  expect(places).not.toContain('chat:1')
  expect(database.query<{ count: number }>('SELECT count(*) AS count FROM drafts').get()?.count).toBe(2_500)
})

test('erasing a chat erases its drafts, and a window that still has them does not restore them', async () => {
  const { drafts, store, database, newId } = open()
  const { id } = store.createSession({ title: 'erased' })
  const other = store.createSession({ title: 'kept' })
  beginRun(store, id, 'q')
  store.settleRun(asRun('run-q'), answer(id, 'q'))
  const own = [`chat:${id}`, 'edit:ask-q', `form:${id}:f`, `queued:${id}:1`]
  const kept = [`chat:${other.id}`, `form:${other.id}:f`]
  const places = [...own, ...kept]
  const setAll = () => {
    for (const place of places) drafts.set({ place, text: 'typed', updatedAt: 1 })
  }
  setAll()
  store.deleteSession(id)
  expect(Object.keys(drafts.list())).toHaveLength(places.length)
  await new TreeWriter(database, { newId, pause: () => Promise.resolve() }).erase(id)
  setAll()
  expect(Object.keys(drafts.list())).toEqual(kept)
})
