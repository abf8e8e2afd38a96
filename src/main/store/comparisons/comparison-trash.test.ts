import { expect, test } from 'vitest'

import type { ComparisonId, MergeId } from '../../../shared/ids'
import { DraftStore } from '../composer/draft-store'
import { asRun, answer, beginRun, openTestStore } from '../testing/test-store'
import { TreeWriter } from '../sessions/tree-writer'
import { ComparisonTrash } from './comparison-trash'
import { ComparisonStore } from './comparison-store'

/** `meanwhile` runs whenever the erasing yields. */
function open(meanwhile: () => void = () => {}) {
  const opened = openTestStore()
  const { database, store } = opened
  const pause = () => Promise.resolve().then(meanwhile)
  const writer = new TreeWriter(database, { ...opened, pause })
  const comparisons = new ComparisonStore(database, store, opened)
  const newComparison = (title: string) => {
    const comparison = comparisons.create({
      models: [
        { model: 'demo/a', params: {} },
        { model: 'demo/b', params: {} },
      ],
      title,
    })
    for (const { sessionId } of comparison.panes) {
      beginRun(store, sessionId, `${title}-${sessionId}`)
      store.settleRun(asRun(`run-${title}-${sessionId}`), answer(sessionId, `${title}-${sessionId}`))
    }
    return comparison
  }
  const rowCount = (table: string) =>
    database.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`).get()?.count
  return {
    ...opened,
    comparisons,
    newComparison,
    bin: new ComparisonTrash(database, { writer, pause }),
    drafts: new DraftStore(database),
    rowCounts: () => ['comparisons', 'panes', 'sessions', 'messages', 'runs', 'merges'].map(rowCount),
  }
}

test('erasing a comparison leaves no pane, merge, message or draft', async () => {
  const { comparisons, newComparison, bin, drafts, rowCounts, store } = open()
  const { id, panes } = newComparison('gone')
  for (const name of ['kept', 'removed']) {
    const { id: sessionId } = store.createSession({ kind: 'pane', model: 'demo/m' })
    const mergeId = name as MergeId
    comparisons.merges.insert({
      mergeId,
      comparisonId: id,
      sessionId,
      model: 'demo/m',
      kind: 'best',
      instructions: null,
      answers: [],
      createdAt: 1,
    })
    if (name === 'removed') comparisons.merges.remove(mergeId, 2)
  }
  for (const place of [`compare:${id}`, `pane:${panes[0]?.paneId}`, 'compare:new']) {
    drafts.set({ place, text: 'typed', updatedAt: 1 })
  }
  comparisons.delete(id)
  expect(await bin.erase(id)).toBe(1)
  expect(rowCounts()).toEqual([0, 0, 0, 0, 0, 0])
  expect(Object.keys(drafts.list())).toEqual(['compare:new'])
  await expect(bin.erase(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('does not erase a comparison that is not in the trash', async () => {
  const { newComparison, bin, comparisons } = open()
  const created = newComparison('kept')
  await expect(bin.erase(created.id)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await bin.empty()).toBe(0)
  expect(comparisons.get(created.id)).toMatchObject({ title: 'kept' })
})

test('keeps a comparison that is restored while the trash is emptied', async () => {
  const kept: ComparisonId[] = []
  const { newComparison, bin, comparisons } = open(() => {
    for (const id of kept.splice(0)) comparisons.restore(id)
  })
  const [first, second] = [newComparison('first'), newComparison('second')]
  comparisons.delete(first.id)
  comparisons.delete(second.id)
  kept.push(second.id)
  expect(await bin.empty()).toBe(1)
  expect(comparisons.list().map(({ title }) => title)).toEqual(['second'])
  expect(comparisons.get(second.id).panes).toHaveLength(2)
})

test('a comparison cannot be half restored while it is being erased', async () => {
  const refusals: unknown[] = []
  const { newComparison, bin, comparisons, rowCounts } = open(() => {
    try {
      comparisons.restore(id)
    } catch (error) {
      refusals.push(error)
    }
  })
  const { id } = newComparison('gone')
  comparisons.delete(id)
  expect(await bin.erase(id)).toBe(1)
  expect(refusals.length).toBeGreaterThan(0)
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'NOT_FOUND' })
  expect(rowCounts()).toEqual([0, 0, 0, 0, 0, 0])
})
