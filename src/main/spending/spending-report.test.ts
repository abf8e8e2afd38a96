import { expect, onTestFinished, test, vi } from 'vitest'

import type { ProjectId, SessionId, SetId } from '../../shared/ids'
import { maxReportRows, type SpendingGroup } from '../../shared/spending/spending'
import { ComparisonStore } from '../store/comparisons/comparison-store'
import { type EndedRequest, SpendingLedger } from '../store/spending/spending-ledger'
import { SealedAnswers } from '../store/comparisons/sealed-answers'
import { answer, openTestStore, runOf } from '../store/testing/test-store'
import { reportFrom } from './spending-report'

function open() {
  vi.stubEnv('TZ', 'Europe/Berlin')
  onTestFinished(() => void vi.unstubAllEnvs())
  const opened = openTestStore()
  const ledger = new SpendingLedger(opened.database)
  return {
    ...opened,
    spend: (at: string, costUsd: number | null, more: Partial<EndedRequest> = {}) =>
      ledger.record({
        at: Date.parse(at),
        model: 'one/a',
        purpose: 'chat',
        usage: { inputTokens: 10, outputTokens: 2, ...(costUsd === null ? {} : { costUsd }) },
        mayBeCharged: true,
        ...more,
      }),
    report: (by: SpendingGroup, from = '1970-01-02', to = '2100-01-01') =>
      reportFrom(opened.database, { from: Date.parse(from), to: Date.parse(to), by }),
    /** The rows with their cost, known or not, and how many requests have none. */
    costs: (by: SpendingGroup) =>
      reportFrom(opened.database, { from: 0, to: 4e12, by }).rows.map(({ key, costUsd, unknownCount }) => [
        key,
        costUsd,
        unknownCount,
      ]),
  }
}

test('an unknown cost is never zero, neither alone nor beside known ones', () => {
  const { spend, report, costs } = open()
  spend('2026-11-24T10:00:00Z', 0.5)
  spend('2026-11-24T11:00:00Z', null)
  spend('2026-11-24T12:00:00Z', null, { model: 'two/b' })
  spend('2026-11-24T13:00:00Z', 0, { model: 'local/c' })
  expect(costs('model')).toEqual([
    ['one/a', 0.5, 1],
    ['local/c', 0, 0],
    ['two/b', null, 1],
  ])
  expect(report('day').total).toEqual({
    count: 4,
    inputTokens: 40,
    outputTokens: 8,
    costUsd: 0.5,
    unknownCount: 2,
  })
  expect(report('day', '2026-11-25').total).toMatchObject({ count: 0, costUsd: 0, unknownCount: 0 })
})

test('days are local ones, also when clocks change, and the last one is part of the period up to its end', () => {
  const { spend, costs, report } = open()
  spend('2026-03-28T22:59:59Z', 1)
  // The night in which clocks skip an hour.
  spend('2026-03-28T23:00:00Z', 2)
  spend('2026-03-29T21:59:59Z', 4)
  spend('2026-03-29T22:00:00Z', 8)
  spend('2026-10-24T22:00:00Z', 16)
  spend('2026-10-25T22:59:59Z', 32)
  spend('2026-10-25T23:00:00Z', 64)
  expect(costs('day')).toEqual([
    ['2026-03-28', 1, 0],
    ['2026-03-29', 6, 0],
    ['2026-03-30', 8, 0],
    ['2026-10-25', 48, 0],
    ['2026-10-26', 64, 0],
  ])
  const part = report('day', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00')
  expect([part.rows.map(({ key }) => key), part.total.costUsd]).toEqual([['2026-03-29'], 6])
})

test('an entry dated by a wrong clock does not slow a report down', () => {
  const { spend, costs } = open()
  spend('1971-01-01T12:00:00Z', 1)
  spend('2096-01-01T12:00:00Z', 2)
  expect(costs('day')).toEqual([
    ['1971-01-01', 1, 0],
    ['2096-01-01', 2, 0],
  ])
})

test('adds up by provider and by purpose', () => {
  const { spend, costs } = open()
  const at = '2026-11-24T10:00:00Z'
  spend(at, 1, { model: 'open-router/vendor/a' })
  spend(at, 2, { model: 'open-router/vendor/b', purpose: 'title' })
  spend(at, 4, { model: 'other/a', purpose: 'judge' })
  expect(costs('provider')).toEqual([
    ['other', 4, 0],
    ['open-router', 3, 0],
  ])
  expect(costs('purpose')).toEqual([
    ['judge', 4, 0],
    ['title', 2, 0],
    ['chat', 1, 0],
  ])
})

test('by chat and project, panes belong to their comparison, and what was erased has no title', () => {
  const { spend, report, store, database, clock, newId } = open()
  const at = '2026-11-24T10:00:00Z'
  const chat = store.createSession({ title: 'Sky' })
  const comparisons = new ComparisonStore(database, store, { clock, newId })
  const choice = { model: 'one/a', params: {} }
  database
    .command(
      `INSERT INTO projects (id, name, folded_name, colour, instructions, params, position, created_at, updated_at)
       VALUES ('project', 'Blue', 'blue', 'blue', '', '{}', 0, 1, 1)`,
    )
    .run()
  const projectId = 'project' as ProjectId
  const { id, panes } = comparisons.create({ models: [choice, choice], title: 'Sea', projectId })
  spend(at, 1, { sessionId: chat.id })
  for (const { sessionId } of panes) spend(at, 2, { sessionId, purpose: 'comparison' })
  spend(at, 8, { sessionId: 'erased' as SessionId })
  database
    .command("INSERT INTO prompt_sets (id, name, created_at, updated_at) VALUES ('set', 'Capitals', 1, 1)")
    .run()
  spend(at, 16, { setId: 'set' as SetId, purpose: 'set' })
  expect(report('chat').rows.map(({ key, label, costUsd }) => [key, label, costUsd])).toEqual([
    ['set', 'Capitals', 16],
    ['erased', null, 8],
    [id, 'Sea', 4],
    [chat.id, 'Sky', 1],
  ])
  store.updateSession(chat.id, { projectId })
  expect(report('project').rows.map(({ key, label, costUsd }) => [key, label, costUsd])).toEqual([
    [null, null, 24],
    ['project', 'Blue', 5],
  ])
})

test('what hidden contestants cost is left out until they are revealed', () => {
  const { spend, report, store, database, clock, newId } = open()
  const comparisons = new ComparisonStore(database, store, { clock, newId })
  const choice = { model: 'one/a', params: {} }
  const { id, panes } = comparisons.create({ models: [choice, { ...choice, model: 'two/b' }], isBlind: true })
  const at = '2026-11-24T10:00:00Z'
  const sealed = new SealedAnswers(database, { store, clock })
  for (const [index, { sessionId }] of panes.entries()) {
    const run = { ...runOf(sessionId, `${index}`), model: `one/${index}`, startedAt: Date.parse(at) }
    sealed.seal(run, { ...answer(sessionId, `${index}`), usage: { costUsd: 2 } }, {})
  }
  spend(at, 1)
  for (const by of ['day', 'model', 'provider', 'project', 'purpose', 'chat'] as const) {
    const { rows, total, hiddenCount } = report(by)
    expect([rows.map(({ costUsd }) => costUsd), total.costUsd, hiddenCount]).toEqual([[1], 1, 2])
  }
  comparisons.reveal(id)
  expect(report('model')).toMatchObject({ total: { costUsd: 5 }, hiddenCount: 0 })
})

test('leaves out the cheapest rows beyond the limit, but not from the sum', () => {
  const { spend, report, database } = open()
  database.transaction(() => {
    for (let index = 0; index < maxReportRows + 3; index += 1) {
      spend('2026-11-24T10:00:00Z', index, { model: `one/${index}` })
    }
  })
  const { rows, leftOutCount, total } = report('model')
  expect([rows.length, leftOutCount, total.count]).toEqual([maxReportRows, 3, maxReportRows + 3])
  expect(rows.at(-1)?.costUsd).toBe(3)
})
