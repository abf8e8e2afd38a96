import { expect, onTestFinished, test, vi } from 'vitest'

import { ComparisonStore } from '../compare/comparison-store'
import { DraftStore } from './drafts'
import { SessionBin } from './session-bin'
import { converse, openTestStore } from './testing/test-store'
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
    bin: new SessionBin(database, { writer, clock, pause }),
    comparisons: new ComparisonStore(database, store, opened),
    drafts: new DraftStore(database),
    binned: () => store.listSessions({ deleted: true }).sessions.map(({ title }) => title),
    rowCounts: () => ['sessions', 'messages', 'runs', 'comparisons', 'panes'].map(rowCount),
  }
}

test('what was deleted is there for 30 days, and then gone with everything that it had', async () => {
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

test('nobody needs to ask: what has expired goes by itself, and a look that fails is told and followed by the next', async () => {
  const { bin, store, clock, chat, binned, database } = open()
  const problems: unknown[] = []
  const stop = bin.start((error) => problems.push(error))
  onTestFinished(stop)
  store.deleteSession(chat('a'))
  database.setFault('full')
  clock.advance(31 * dayMs)
  await vi.waitFor(() => expect(problems.length).toBeGreaterThan(0))
  expect(binned()).toEqual(['a'])
  database.setFault(null)
  clock.advance(dayMs)
  await vi.waitFor(() => expect(binned()).toEqual([]))
})

test('what was brought back in time stays, however long ago it had been deleted', async () => {
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

test('only what is in the bin can be erased, and only once', () => {
  const { bin, store, chat, comparisons } = open()
  const id = chat('a')
  const choice = { model: 'demo/writer', params: {} }
  const pane = comparisons.create({ models: [choice, choice] }).panes[0]
  if (pane === undefined) throw new Error('there is a pane')
  store.deleteSession(pane.sessionId)
  for (const wrong of [id, pane.sessionId]) {
    expect(() => bin.erase(wrong)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  }
  store.deleteSession(id)
  expect(bin.erase(id)).toBe(1)
  expect(() => bin.erase(id)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})
