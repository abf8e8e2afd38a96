import { expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { ComparisonStore } from '../comparisons/comparison-store'
import { SealedAnswers } from '../comparisons/sealed-answers'
import { shownAnswer } from '../sealed/shown-answer'
import { answer, asMessage, beginRun, openTestStore, runOf } from '../testing/test-store'
import { RowApplier } from './apply-rows'
import { RowReader } from './read-rows'

/** The rows of a blind comparison with two answers, before and after its reveal. */
function blindComparison() {
  const { store, database, clock, newId } = openTestStore()
  const comparisons = new ComparisonStore(database, store, { clock, newId })
  const sealed = new SealedAnswers(database, { store, clock })
  const models = [
    { model: 'one/a', params: { temperature: 1 } },
    { model: 'two/b', params: {} },
  ]
  const { id, panes } = comparisons.create({ models, isBlind: true })
  for (const [index, { sessionId }] of panes.entries()) {
    const run = { ...runOf(sessionId, `${index}`), startedAt: 1 }
    beginRun(store, sessionId, `${index}`)
    const parentId = asMessage(`ask-${index}`)
    const said = { ...answer(sessionId, `${index}`), parentId, usage: { costUsd: 2 } }
    sealed.seal(run, said, {})
    sealed.settle(run, said, { shown: shownAnswer(said, { question: null, models: [], round: null }) })
  }
  const read = () => [...new RowReader(database).read()]
  const before = read()
  comparisons.reveal(id)
  return { before, after: read() }
}

test('a machine that never gets the seals gets the contestants from the one that has revealed them', () => {
  const { before, after } = blindComparison()
  const nameless = before.filter(({ table }) => table !== 'sealed')
  for (const batches of [
    [nameless, after],
    [after, nameless],
    [after, before],
    [before, after],
  ]) {
    const { database } = openTestStore()
    const applier = new RowApplier(database, createManualClock())
    for (const rows of batches) applier.apply(rows)
    expect([...new RowReader(database).read()]).toEqual(after)
  }
})

test('the answers of a contestant that is named without its seal are searched again', () => {
  const { before, after } = blindComparison()
  // It reveals because another machine did, so its rows have no versions of what that changed.
  const from = openTestStore().database
  new RowApplier(from, createManualClock()).apply([
    ...before,
    ...after.filter(({ table }) => table === 'comparisons'),
  ])
  const revealed = [...new RowReader(from).read()]
  const { database } = openTestStore()
  const applier = new RowApplier(database, createManualClock())
  applier.apply(before.filter(({ table }) => table !== 'sealed'))
  database.command('DELETE FROM search_updates').run()
  applier.apply(revealed)
  expect([...new RowReader(database).read()]).toEqual(revealed)
  expect(database.query('SELECT number FROM search_updates').all()).toHaveLength(2)
})
