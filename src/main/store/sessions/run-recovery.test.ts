import { expect, test } from 'vitest'

import type { RunEventBody } from '../../../shared/runs/events'
import { recoverInterruptedRuns } from './run-recovery'
import {
  asMessage,
  asRun,
  beginRun,
  converse,
  openTestStore,
  pathIds,
  type TestStore,
} from '../testing/test-store'

const delta = (text: string): RunEventBody => ({ type: 'text-delta', text })

/** Opens the same folder as the next process does. */
function reopened({ database, folder }: TestStore): TestStore {
  database.close()
  return openTestStore(folder)
}

test('saves an interrupted run as far as its journal goes, once', async () => {
  const first = openTestStore()
  const { id } = first.store.createSession()
  converse(first.store, id, ['a'])
  const { parent } = beginRun(first.store, id, 'b')
  first.store.appendJournal(asRun('run-b'), [
    {
      type: 'run-start',
      runId: asRun('run-b'),
      sessionId: id,
      messageId: asMessage('answer-b'),
      model: 'demo/writer',
      startedAt: 1,
    },
    { type: 'reasoning-delta', text: 'hm', ttftMs: 12.5 },
    { type: 'reasoning-delta', text: '', providerData: { a: { signature: '1' } } },
    {
      type: 'tool-call',
      toolCallId: 't',
      toolName: 'look',
      input: { at: 1 },
      providerData: { a: { id: 2 } },
    },
  ])
  // An emoji whose surrogates came in two deltas.
  first.store.appendJournal(asRun('run-b'), [delta('so \ud83d')])
  first.store.appendJournal(asRun('run-b'), [
    delta('\ude00 far'),
    { type: 'usage', usage: { inputTokens: 3 } },
  ])

  const { store, database } = reopened(first)
  const { recovered, failed } = await recoverInterruptedRuns(store)
  expect(failed).toEqual([])
  expect(recovered).toEqual([
    {
      id: 'answer-b',
      sessionId: id,
      parentId: parent?.id,
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm', providerData: { a: { signature: '1' } } },
        {
          type: 'tool-call',
          toolCallId: 't',
          toolName: 'look',
          input: { at: 1 },
          state: 'cancelled',
          providerData: { a: { id: 2 } },
        },
        { type: 'text', text: 'so 😀 far' },
      ],
      status: 'partial',
      stopReason: 'interrupted',
      runId: 'run-b',
      model: 'demo/writer',
      usage: { inputTokens: 3 },
      metrics: { ttftMs: 12.5, tokensPerSecond: null, durationMs: null },
      createdAt: parent?.createdAt,
    },
  ])
  expect(pathIds(store, id)).toEqual(['ask-a', 'answer-a', 'ask-b', 'answer-b'])
  expect(store.readPath(id).messages.at(-1)).toEqual(recovered[0])
  expect(database.query('SELECT count(*) AS count FROM run_journal').get()).toEqual({ count: 0 })
  expect(await recoverInterruptedRuns(store)).toEqual({ recovered: [], failed: [] })
})

test('a run interrupted before its first token leaves an empty answer', async () => {
  const first = openTestStore()
  const { id } = first.store.createSession()
  beginRun(first.store, id, 'a')
  const { store } = reopened(first)
  const { recovered } = await recoverInterruptedRuns(store)
  expect(recovered).toMatchObject([
    { id: 'answer-a', parts: [], status: 'partial', stopReason: 'interrupted', metrics: { ttftMs: null } },
  ])
  expect(pathIds(store, id)).toEqual(['ask-a', 'answer-a'])
})

test.each([
  ['invalid JSON', '[{"type":"text-delta","te'],
  ['an unknown event', '[{"type":"surprise"}]'],
  ['an invalid text', '[{"type":"text-delta","text":7}]'],
])('a journal row that holds %s costs only itself and later rows', async (_what, damage) => {
  const first = openTestStore()
  const { id } = first.store.createSession()
  const other = first.store.createSession()
  beginRun(first.store, id, 'a')
  beginRun(first.store, other.id, 'b')
  for (const text of ['one ', 'two ', 'three ']) first.store.appendJournal(asRun('run-a'), [delta(text)])
  first.store.appendJournal(asRun('run-b'), [delta('whole')])
  first.database.command("UPDATE run_journal SET events = ? WHERE run_id = 'run-a' AND chunk = 2").run(damage)

  const { store } = reopened(first)
  const { recovered, failed } = await recoverInterruptedRuns(store)
  expect(recovered.map(({ parts }) => parts)).toEqual([
    [{ type: 'text', text: 'one ' }],
    [{ type: 'text', text: 'whole' }],
  ])
  expect(failed).toEqual([{ runId: 'run-a', error: expect.objectContaining({ code: 'STORE_DAMAGED' }) }])
  expect(store.openRuns()).toEqual([])
})

test('a run whose end is in the journal was not interrupted', async () => {
  const first = openTestStore()
  const { id } = first.store.createSession()
  beginRun(first.store, id, 'a')
  const metrics = { ttftMs: 1, tokensPerSecond: 50, durationMs: 100 }
  first.store.appendJournal(asRun('run-a'), [
    delta('done'),
    { type: 'run-end', status: 'completed', reason: 'end', metrics },
  ])
  const { recovered } = await recoverInterruptedRuns(reopened(first).store)
  expect(recovered).toMatchObject([{ status: 'complete', stopReason: 'end', metrics }])
})

test('a run that cannot be saved blocks neither the others nor a later recovery', async () => {
  const first = openTestStore()
  const { id } = first.store.createSession()
  beginRun(first.store, id, 'a')
  beginRun(first.store, first.store.createSession().id, 'b')
  first.store.appendJournal(asRun('run-a'), [delta('kept')])
  first.database
    .command(
      `INSERT INTO messages (id, session_id, depth, role, status, hidden, created_at, parts)
       VALUES ('answer-a', ?, 0, 'system', 'complete', 0, 0, '[]')`,
    )
    .run(id)

  const second = reopened(first)
  const { recovered, failed } = await recoverInterruptedRuns(second.store)
  expect(recovered.map(({ runId }) => runId)).toEqual(['run-b'])
  expect(failed).toEqual([{ runId: 'run-a', error: expect.any(Error) }])
  second.database.command("DELETE FROM messages WHERE id = 'answer-a'").run()

  const third = reopened(second)
  expect((await recoverInterruptedRuns(third.store)).recovered).toMatchObject([
    { runId: 'run-a', parts: [{ type: 'text', text: 'kept' }] },
  ])
})

test('recovers an answer on a full disk, since dropping its journal frees space', async () => {
  const first = openTestStore()
  const { id } = first.store.createSession()
  beginRun(first.store, id, 'a')
  const text = 'x'.repeat(300_000)
  first.store.appendJournal(asRun('run-a'), [delta(text)])
  const { store, database } = reopened(first)
  const { pages = 0 } =
    database.query<{ pages: number }>('SELECT page_count AS pages FROM pragma_page_count').get() ?? {}
  database.script(`PRAGMA max_page_count = ${pages}`)
  expect((await recoverInterruptedRuns(store)).failed).toEqual([])
  expect(store.readPath(id).messages[1]?.parts).toEqual([{ type: 'text', text }])
})
