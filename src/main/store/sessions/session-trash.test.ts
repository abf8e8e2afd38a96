import { expect, onTestFinished, test } from 'vitest'

import type { SessionId } from '../../../shared/ids'
import { ComparisonStore } from '../comparisons/comparison-store'
import { DraftStore } from '../composer/draft-store'
import { SessionTrash } from './session-trash'
import { answer, asMessage, asRun, beginRun, converse, openTestStore } from '../testing/test-store'
import { TreeWriter } from './tree-writer'

const dayMs = 86_400_000

const pause = () => Promise.resolve()

function open() {
  const opened = openTestStore()
  const { database, store, clock } = opened
  const writer = new TreeWriter(database, { ...opened, pause })
  const rowCount = (table: string) =>
    database.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`).get()?.count
  const chat = (title: string) => {
    const { id } = store.createSession({ title })
    converse(store, id, [title])
    return id
  }
  return {
    ...opened,
    chat,
    bin: new SessionTrash(database, { writer, clock, pause }),
    comparisons: new ComparisonStore(database, store, opened),
    drafts: new DraftStore(database),
    binned: () => store.listSessions({ deleted: true }).sessions.map(({ title }) => title),
    rowCounts: () => ['sessions', 'messages', 'runs', 'comparisons', 'panes'].map(rowCount),
  }
}

test('keeps deleted chats and comparisons for 30 days, then erases everything that belongs to them', async () => {
  const { bin, store, clock, chat, comparisons, drafts, binned, rowCounts } = open()
  const choice = { model: 'demo/writer', params: {} }
  const comparison = comparisons.create({ models: [choice, choice] })
  drafts.set({ place: `compare:${comparison.id}`, text: 'typed', updatedAt: 1 })
  const [early, late] = [chat('early'), chat('late')]
  store.deleteSession(early)
  comparisons.delete(comparison.id)
  clock.advance(dayMs)
  store.deleteSession(late)
  clock.advance(29 * dayMs)
  expect(await bin.eraseExpired()).toBe(0)
  clock.advance(1)
  await bin.eraseExpired()
  expect(binned()).toEqual(['late'])
  expect(rowCounts()).toEqual([1, 2, 1, 0, 0])
  expect(drafts.list()).toEqual({})
  clock.advance(dayMs)
  await bin.eraseExpired()
  expect(rowCounts()).toEqual([0, 0, 0, 0, 0])
})

test('erases expired items unprompted, and reports and repeats a failed attempt', async () => {
  const { bin, store, clock, chat, binned, database } = open()
  const problems: unknown[] = []
  const stop = bin.start((error) => problems.push(error))
  onTestFinished(stop)
  store.deleteSession(chat('a'))
  database.setFault('full')
  clock.advance(31 * dayMs)
  await expect.poll(() => problems.length).toBeGreaterThan(0)
  expect(binned()).toEqual(['a'])
  database.setFault(null)
  clock.advance(dayMs)
  await expect.poll(binned).toEqual([])
})

test('keeps what was restored in time, however long ago it was deleted', async () => {
  const { bin, store, clock, chat, rowCounts } = open()
  const id = chat('kept')
  store.deleteSession(id)
  clock.advance(20 * dayMs)
  store.restoreSession(id)
  clock.advance(20 * dayMs)
  await bin.eraseExpired()
  expect(await bin.empty()).toBe(0)
  expect(rowCounts()).toEqual([1, 2, 1, 0, 0])
})

test('erases only what is in the trash, and only once', async () => {
  const { bin, store, chat, comparisons } = open()
  const id = chat('a')
  const choice = { model: 'demo/writer', params: {} }
  const pane = comparisons.create({ models: [choice, choice] }).panes[0]
  if (pane === undefined) throw new Error('expected a pane')
  store.deleteSession(pane.sessionId)
  for (const wrong of [id, pane.sessionId]) {
    await expect(bin.erase(wrong)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  }
  store.deleteSession(id)
  expect(await bin.erase(id)).toBe(1)
  await expect(bin.erase(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

/** A chat of `count` messages in the trash, and the number of messages left each time the erasing yields. */
function erasingLong(count: number, meanwhile: (id: SessionId) => void = () => {}) {
  const opened = openTestStore()
  const { database, store } = opened
  const { id } = store.createSession({ title: 'long' })
  const message = database.command(`
    INSERT INTO messages (id, session_id, parent_id, depth, role, status, hidden, created_at, parts)
    VALUES (:id, :sessionId, :parentId, :depth, 'assistant', 'complete', 0, 0, '[]')`)
  const run = database.command(`
    INSERT INTO runs (id, session_id, message_id, parent_id, kind, model, state, started_at, ended_at)
    VALUES (:id, :sessionId, :id, :parentId, 'detached', 'demo/writer', 'closed', 0, 0)`)
  database.transaction(() => {
    for (let depth = 0; depth < count; depth += 1) {
      const ids = { id: `m${depth}`, sessionId: id, parentId: depth === 0 ? null : `m${depth - 1}` }
      message.run({ ...ids, depth })
      run.run(ids)
    }
  })
  store.setLeaf(id, asMessage(`m${count - 1}`))
  store.deleteSession(id)
  const counts: (number | undefined)[] = []
  const counted = database.query<{ count: number }>('SELECT count(*) AS count FROM messages')
  const counting = () => {
    counts.push(counted.get()?.count)
    meanwhile(id)
    return Promise.resolve()
  }
  const writer = new TreeWriter(database, { ...opened, pause: counting })
  return { ...opened, id, counts, bin: new SessionTrash(database, { ...opened, writer, pause: counting }) }
}

test('erases a long chat in steps, and from the first on it is in no list and cannot be restored', async () => {
  const refusals: unknown[] = []
  const { store, id, counts, bin } = erasingLong(1_000, (erased) => {
    expect(store.listSessions({ deleted: true }).sessions).toEqual([])
    try {
      store.restoreSession(erased)
    } catch (error) {
      refusals.push(error)
    }
  })
  const erasing = bin.erase(id)
  await expect(bin.erase(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await bin.empty()).toBe(0)
  expect(await erasing).toBe(1)
  expect(counts.filter((left) => left !== 1_000)).toEqual([800, 600, 400, 200, 0])
  expect(refusals).toEqual(counts.map(() => expect.objectContaining({ code: 'NOT_FOUND' })))
})

test('completes an erasing interrupted by a kill at the next start', async () => {
  const { database, id, bin, ...opened } = erasingLong(600, () => {
    throw new Error('killed')
  })
  await expect(bin.erase(id)).rejects.toThrow('killed')
  const next = new TreeWriter(database, { ...opened, pause })
  expect(next.eraseUnfinished(() => {})).toBe(1)
  for (const table of ['sessions', 'messages', 'runs', 'message_search', 'title_search']) {
    expect(database.query(`SELECT * FROM ${table}`).all(), table).toEqual([])
  }
})

test('counts long messages like many short ones, so that no step takes long', async () => {
  const { store, database, counts, id, bin } = erasingLong(2)
  store.restoreSession(id)
  for (const name of ['x', 'y', 'z']) {
    beginRun(store, id, name)
    store.settleRun(asRun(`run-${name}`), answer(id, name, 'x'.repeat(700_000)))
  }
  store.deleteSession(id)
  await bin.erase(id)
  expect(counts.filter((left) => left !== 8)).toEqual([5, 0])
  expect(database.query('SELECT * FROM messages').all()).toEqual([])
})

test('starts although a full disk prevents erasing, and erases later', async () => {
  const { database, id, bin, store, ...opened } = erasingLong(600, () => {
    throw new Error('killed')
  })
  await expect(bin.erase(id)).rejects.toThrow('killed')
  const next = new TreeWriter(database, { ...opened, pause })
  const problems: unknown[] = []
  database.setFault('full')
  expect(next.eraseUnfinished((error) => problems.push(error))).toBe(0)
  expect(problems).toEqual([expect.objectContaining({ code: 'STORE_FULL' })])
  database.setFault(null)
  expect(store.listSessions({ deleted: true }).sessions).toEqual([])
  expect(next.eraseUnfinished((error) => problems.push(error))).toBe(1)
  expect(problems).toHaveLength(1)
})
