import { expect, test } from 'vitest'

import type { MessageId, SessionId } from '../../../shared/ids'
import type { RunEventBody } from '../../../shared/runs/events'
import type { Message, Usage } from '../../../shared/sessions/messages'
import { ComparisonStore } from '../comparisons/comparison-store'
import { recoverInterruptedRuns } from '../sessions/run-recovery'
import { SessionCopies } from '../sessions/session-copies'
import { SessionMetrics } from '../sessions/session-metrics'
import { SessionNames } from '../sessions/session-names'
import { SessionTrash } from '../sessions/session-trash'
import { TreeWriter } from '../sessions/tree-writer'
import {
  answer,
  asRun,
  beginRun,
  converse,
  openTestStore,
  runOf,
  type TestStore,
} from '../testing/test-store'
import { ownUsage } from './spending-ledger'

const pause = () => Promise.resolve()

/** The recorded entries, oldest first. */
function entries({ database }: Pick<TestStore, 'database'>) {
  return database
    .query<{ id: string; purpose: string; cost: number | null }>(
      'SELECT id, purpose, cost_usd AS cost FROM spending ORDER BY number',
    )
    .all()
    .map(({ id, purpose, cost }) => [id, purpose, cost])
}

/** Asks in a chat and saves an answer with this usage. */
function ask({ store }: TestStore, sessionId: SessionId, name: string, message: Partial<Message> = {}) {
  beginRun(store, sessionId, name)
  store.settleRun(asRun(`run-${name}`), { ...answer(sessionId, name), ...message })
}

const priced = (costUsd: number): Usage => ({ inputTokens: 8, outputTokens: 2, costUsd })

test('records an answer with the chat, model and time of its run, once', () => {
  const opened = openTestStore()
  const { id } = opened.store.createSession()
  ask(opened, id, 'a', { usage: priced(0.5) })
  expect(opened.database.query('SELECT * FROM spending').all()).toEqual([
    {
      number: 1,
      id: 'run-a',
      at: opened.clock.now(),
      model: 'demo/writer',
      purpose: 'chat',
      session_id: id,
      set_id: null,
      input_tokens: 8,
      output_tokens: 2,
      cost_usd: 0.5,
      least_usd: null,
    },
  ])
  expect(() => opened.store.settleRun(asRun('run-a'), answer(id, 'a'))).toThrow('still open')
  expect(entries(opened)).toHaveLength(1)
})

test('an answer that the store refuses is not recorded twice when it is saved later', () => {
  const opened = openTestStore()
  const { store, database } = opened
  const { id } = store.createSession()
  beginRun(store, id, 'a')
  database.script("CREATE TRIGGER full BEFORE INSERT ON spending BEGIN SELECT raise(ABORT, 'full'); END")
  const message = { ...answer(id, 'a'), usage: priced(1) }
  expect(() => store.settleRun(asRun('run-a'), message)).toThrow('full')
  expect(store.openRuns()).toHaveLength(1)
  database.script('DROP TRIGGER full')
  store.settleRun(asRun('run-a'), message)
  expect(entries(opened)).toEqual([['run-a', 'chat', 1]])
})

test.each<[string, Partial<Message>, (number | null)[]]>([
  ['stopped, which a provider does not count', { status: 'partial', stopReason: 'user' }, [null]],
  ['cut off after it was counted', { status: 'partial', stopReason: 'user', usage: priced(2) }, [2]],
  ['refused', { status: 'failed', parts: [{ type: 'error', code: 'PROVIDER_AUTH', message: 'No.' }] }, []],
  ['stopped before it was sent', { status: 'partial', parts: [] }, []],
  ['empty but counted', { parts: [], usage: priced(3) }, [3]],
  ['counted without a known price', { usage: { inputTokens: 1 } }, [null]],
  [
    'a call of a tool',
    { parts: [{ type: 'tool-call', toolCallId: 't', toolName: 'look', input: {}, state: 'done' }] },
    [null],
  ],
])('an answer that was %s', (_what, message, costs) => {
  const opened = openTestStore()
  const { id } = opened.store.createSession()
  ask(opened, id, 'a', message)
  expect(entries(opened).map(([, , cost]) => cost)).toEqual(costs)
})

test('an answer of a free model costs nothing, even if it was stopped before it was counted', () => {
  const opened = openTestStore()
  const { id } = opened.store.createSession()
  beginRun(opened.store, id, 'a')
  const stopped = { ...answer(id, 'a'), status: 'partial', stopReason: 'user' } as const
  opened.store.settleRun(asRun('run-a'), stopped, { isFree: true })
  expect(entries(opened)).toEqual([['run-a', 'chat', 0]])
})

test('an answer of which nothing arrived has an unknown cost if its request was sent, and is recorded once when it is continued', () => {
  const opened = openTestStore()
  const { store } = opened
  const { id } = store.createSession()
  const nothing: Partial<Message> = { status: 'partial', stopReason: 'user', parts: [] }
  beginRun(store, id, 'a')
  store.settleRun(asRun('run-a'), { ...answer(id, 'a'), ...nothing }, { mayBeCharged: true })
  store.beginRun(runOf(id, 'more'), {
    parentId: 'ask-a' as MessageId,
    continues: 'answer-a' as MessageId,
  })
  store.settleRun(asRun('run-more'), { ...answer(id, 'more'), ...nothing }, { mayBeCharged: true })
  expect(entries(opened)).toEqual([
    ['run-a', 'chat', null],
    ['run-more', 'continuation', null],
  ])
  expect(new SessionMetrics(opened.database).usage(id).costUsd).toBeNull()
})

test('a request that a crash cut off before anything arrived has an unknown cost, unless it waited for its turn or was refused', async () => {
  const first = openTestStore()
  const { store } = first
  const begin = (name: string, events: RunEventBody[]) => {
    beginRun(store, store.createSession().id, name)
    store.appendJournal(asRun(`run-${name}`), events)
  }
  begin('sent', [])
  begin('waiting', [{ type: 'turn', startedAt: null }])
  begin('turn', [
    { type: 'turn', startedAt: null },
    { type: 'turn', startedAt: 5 },
  ])
  begin('refused', [{ type: 'error', code: 'PROVIDER_AUTH', message: 'No.' }])
  begin('silent', [{ type: 'error', code: 'TIMEOUT', message: 'Nothing came.' }])
  const lost = { code: 'PROVIDER_UNREACHABLE', message: 'Closed.', data: { mayHaveCost: true } } as const
  begin('lost', [{ type: 'error', ...lost }])
  first.database.close()
  const next = openTestStore(first.folder)
  await recoverInterruptedRuns(next.store)
  expect(entries(next)).toEqual([
    ['run-sent', 'chat', null],
    ['run-turn', 'chat', null],
    ['run-silent', 'chat', null],
    ['run-lost', 'chat', null],
  ])
})

test('an answer of a free model that a crash interrupted is not one of unknown cost', async () => {
  const first = openTestStore()
  const { id } = first.store.createSession()
  first.store.beginRun({ ...runOf(id, 'local'), isFree: true }, { user: { text: 'Hi' } })
  first.store.appendJournal(asRun('run-local'), [{ type: 'text-delta', text: 'half' }])
  first.database.close()
  const next = openTestStore(first.folder)
  await recoverInterruptedRuns(next.store)
  expect(entries(next)).toEqual([['run-local', 'chat', 0]])
})

test('an answer that a crash interrupted is recorded once, at the time when it began', async () => {
  const first = openTestStore()
  const { id } = first.store.createSession()
  beginRun(first.store, id, 'a')
  first.store.appendJournal(asRun('run-a'), [
    { type: 'text-delta', text: 'half' },
    { type: 'usage', usage: priced(0.25) },
  ])
  const startedAt = first.clock.now()
  first.database.close()

  const next = openTestStore(first.folder)
  next.clock.advance(3 * 86_400_000)
  await recoverInterruptedRuns(next.store)
  await recoverInterruptedRuns(next.store)
  expect(entries(next)).toEqual([['run-a', 'chat', 0.25]])
  expect(next.database.query('SELECT at FROM spending').get()).toEqual({ at: startedAt })
})

test('another version, a removed exchange, a copy and an erased chat do not change recorded spending', async () => {
  const opened = openTestStore()
  const { store, database, clock } = opened
  const { id } = store.createSession()
  ask(opened, id, 'a', { usage: priced(1) })
  store.beginRun(runOf(id, 'b'), { parentId: 'ask-a' as MessageId })
  store.settleRun(asRun('run-b'), { ...answer(id, 'b'), usage: priced(2) })
  store.removeLastExchange(id)
  const spent = [
    ['run-a', 'chat', 1],
    ['run-b', 'chat', 2],
  ]
  expect(entries(opened)).toEqual(spent)

  const writer = new TreeWriter(database, { ...opened, pause })
  const copies = new SessionCopies(database, { store, writer, clock })
  await copies.copyAll(id)
  await copies.copyPath(id, 'answer-a' as MessageId)
  store.deleteSession(id)
  const trash = new SessionTrash(database, { writer, clock, pause })
  clock.advance(31 * 86_400_000)
  await trash.eraseExpired()
  expect(() => store.getSession(id)).toThrow('')
  expect(entries(opened)).toEqual(spent)
})

test('distinguishes panes, merges and continued answers', () => {
  const opened = openTestStore()
  const { store, database } = opened
  const comparisons = new ComparisonStore(database, store, opened)
  const choice = { model: 'demo/writer', params: {} }
  const { id: comparisonId, panes } = comparisons.create({ models: [choice, choice] })
  const [pane] = panes
  if (pane === undefined) throw new Error('expected a pane')
  const merge = store.createSession({ kind: 'pane', model: 'demo/writer' })
  database
    .command(
      "INSERT INTO merges (id, comparison_id, session_id, kind, answers, created_at) VALUES ('m', ?, ?, 'best', '[]', 1)",
    )
    .run(comparisonId, merge.id)
  for (const [name, sessionId] of [
    ['pane', pane.sessionId],
    ['merge', merge.id],
  ] as const) {
    store.beginRun({ ...runOf(sessionId, name), kind: 'direct' }, { user: { text: 'Well?' } })
    store.settleRun(asRun(`run-${name}`), { ...answer(sessionId, name), usage: priced(1) })
  }
  const { id } = store.createSession()
  ask(opened, id, 'begun', { status: 'partial', usage: { costUsd: 1, outputTokens: 1 } })
  const metrics = { ttftMs: 5, tokensPerSecond: null, durationMs: null }
  const continued = (name: string, message: Partial<Message>) => {
    const parentId = 'ask-begun' as MessageId
    store.beginRun(runOf(id, name), { parentId, continues: 'answer-begun' as MessageId })
    store.settleRun(asRun(`run-${name}`), { ...answer(id, name), metrics, ...message })
  }
  const earlier = { costUsd: 1, outputTokens: 1 }
  continued('more', { usage: { costUsd: 3, outputTokens: 3, earlier } })
  // Refused: the stored answer is the earlier one.
  continued('refused', { status: 'failed', usage: { earlier }, metrics: { ...metrics, ttftMs: null } })
  continued('stopped', { status: 'partial', usage: { earlier } })
  continued('uncounted', { status: 'partial' })
  expect(entries(opened)).toEqual([
    ['run-pane', 'comparison', 1],
    ['run-merge', 'merge', 1],
    ['run-begun', 'chat', 1],
    ['run-more', 'continuation', 2],
    ['run-stopped', 'continuation', null],
    ['run-uncounted', 'continuation', null],
  ])
})

test('a title counts under its own purpose, even if its chat was erased before the reply', () => {
  const opened = openTestStore()
  const { id } = opened.store.createSession()
  const names = new SessionNames(opened.database)
  const run = { model: 'one/a', at: 1, mayBeCharged: true }
  names.addUsage(id, priced(0.25), run)
  names.addUsage('erased' as SessionId, {}, run)
  names.addUsage(id, {}, { ...run, mayBeCharged: false })
  expect(entries(opened).map(([, ...entry]) => entry)).toEqual([
    ['title', 0.25],
    ['title', null],
  ])
})

test('imported answers are not recorded', async () => {
  const opened = openTestStore()
  const { store, database } = opened
  const { id } = store.createSession()
  converse(store, id, ['own'])
  const writer = new TreeWriter(database, { ...opened, pause })
  const { id: _id, sessionId: _session, parentId: _parent, ...content } = answer(id, 'theirs')
  await writer.write({ created_at: 1 }, [{ ...content, usage: priced(9), key: 'k', parentKey: null }], null)
  expect(entries(opened)).toEqual([['run-own', 'chat', null]])
})

test.each<[string, Usage, ReturnType<typeof ownUsage>]>([
  ['nothing is known', {}, { inputTokens: 0, outputTokens: 0, costUsd: null, leastUsd: null }],
  [
    'a free model',
    { inputTokens: 3, costUsd: 0 },
    { inputTokens: 3, outputTokens: 0, costUsd: 0, leastUsd: null },
  ],
  [
    'a continued answer',
    {
      inputTokens: 30,
      outputTokens: 5,
      costUsd: 0.75,
      earlier: { inputTokens: 10, outputTokens: 4, costUsd: 0.5 },
    },
    { inputTokens: 20, outputTokens: 1, costUsd: 0.25, leastUsd: null },
  ],
  [
    'a continued answer that was not counted',
    { inputTokens: 10, earlier: { inputTokens: 10, costUsd: 0.5 } },
    { inputTokens: 0, outputTokens: 0, costUsd: null, leastUsd: null },
  ],
  [
    'a continued answer whose beginning has an unknown cost',
    { outputTokens: 5, ownCostUsd: 0.25, earlier: {} },
    { inputTokens: 0, outputTokens: 5, costUsd: 0.25, leastUsd: null },
  ],
  [
    'a cost of which a part is unknown',
    { inputTokens: 3, leastCostUsd: 0.25 },
    { inputTokens: 3, outputTokens: 0, costUsd: null, leastUsd: 0.25 },
  ],
  [
    'a continuation of which a part is unknown',
    { outputTokens: 5, leastCostUsd: 0.75, earlier: { outputTokens: 4, costUsd: 0.5 } },
    { inputTokens: 0, outputTokens: 1, costUsd: null, leastUsd: 0.25 },
  ],
  [
    'impossible figures',
    { inputTokens: -4, outputTokens: Number.POSITIVE_INFINITY, costUsd: -1 },
    { inputTokens: 0, outputTokens: 0, costUsd: null, leastUsd: null },
  ],
  [
    'fractions of tokens, and a cost that is not a number',
    { inputTokens: 2.6, outputTokens: 1e300, costUsd: Number.NaN },
    { inputTokens: 3, outputTokens: Number.MAX_SAFE_INTEGER, costUsd: null, leastUsd: null },
  ],
])('%s', (_what, usage, own) => {
  expect(ownUsage(usage)).toEqual(own)
})
