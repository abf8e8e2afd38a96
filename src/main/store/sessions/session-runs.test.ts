import { expect, test } from 'vitest'

import type { LateEvent, RunEventBody } from '../../../shared/runs/events'
import { messageText } from '../../../shared/sessions/messages'
import type { JournalledRun } from '../messages/run-journal'
import {
  answer,
  asMessage,
  asRun,
  beginRun,
  converse,
  openTestStore,
  pathIds,
  runOf,
} from '../testing/test-store'

const delta = (text: string): RunEventBody => ({ type: 'text-delta', text })

/** The events of a run's journal. */
function journalOf({ journal }: JournalledRun): RunEventBody[] {
  return journal.flatMap((events) => JSON.parse(events) as RunEventBody[])
}

function journalRows(database: ReturnType<typeof openTestStore>['database']): number {
  return database.query<{ count: number }>('SELECT count(*) AS count FROM run_journal').get()?.count ?? -1
}

test('beginning a run stores the question, moves the leaf, names the chat and returns the path', () => {
  const { store, clock } = openTestStore()
  const session = store.createSession()
  converse(store, session.id, ['a'])
  clock.advance(5)
  const { parent, path } = beginRun(store, session.id, 'b', { user: 'and then?' })
  expect(path.map(({ id }) => id)).toEqual(['ask-a', 'answer-a', 'ask-b'])
  expect(parent).toEqual({
    id: 'ask-b',
    sessionId: session.id,
    parentId: 'answer-a',
    role: 'user',
    parts: [{ type: 'text', text: 'and then?' }],
    status: 'complete',
    createdAt: clock.now(),
  })
  expect(store.readPath(session.id).messages).toEqual(path)
  expect(store.getSession(session.id)).toEqual({ ...session, title: 'a', updatedAt: clock.now() })
  expect(store.openRuns()).toEqual([
    {
      runId: 'run-b',
      sessionId: session.id,
      messageId: 'answer-b',
      parentId: 'ask-b',
      kind: 'detached',
      model: 'demo/writer',
      startedAt: clock.now(),
      journal: [],
    },
  ])
})

test('only a visible first message names an unnamed chat', () => {
  const { store } = openTestStore()
  const named = store.createSession({ title: 'Chosen' })
  converse(store, named.id, ['a'])
  expect(store.getSession(named.id).title).toBe('Chosen')

  const hidden = store.createSession()
  store.beginRun(runOf(hidden.id, 'h'), {
    user: { id: asMessage('ask-h'), parts: [{ type: 'text', text: '{"values":{}}' }], hidden: true },
  })
  expect(store.getSession(hidden.id).title).toBe('New chat')
  expect(store.getMessage(hidden.id, asMessage('ask-h')).hidden).toBe(true)

  const blank = store.createSession()
  beginRun(store, blank.id, 'c', { user: '```' })
  expect(store.getSession(blank.id).title).toBe('New chat')
  beginRun(store, blank.id, 'd', { user: 'a real question' })
  beginRun(store, blank.id, 'e', { user: 'a second one' })
  expect(store.getSession(blank.id).title).toBe('a real question')
  store.updateSession(blank.id, { title: 'Mine' })
  beginRun(store, blank.id, 'f')
  expect(store.getSession(blank.id).title).toBe('Mine')
})

test('the settings of a run in a pane keep what its agent was allowed to do, even if it is allowed more by now', () => {
  const { store } = openTestStore()
  const pane = store.createSession({ kind: 'pane', model: 'codex/default' })
  beginRun(store, pane.id, 'a', { user: 'which?' })
  store.updateSession(pane.id, { permission: 'workspace-write', isolation: 'copy' })
  expect(store.runSettings(asRun('run-a'))).toEqual({
    params: {},
    systemPrompt: null,
    permission: 'read-only',
  })
})

test('regenerating adds a second answer beside the first', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['a'])
  const { parent, path } = beginRun(store, id, 'again', { parentId: asMessage('ask-a') })
  expect([parent?.id, path.length]).toEqual(['ask-a', 1])
  expect(pathIds(store, id)).toEqual(['ask-a'])
  store.settleRun(asRun('run-again'), answer(id, 'again'))
  expect(pathIds(store, id)).toEqual(['ask-a', 'answer-again'])
  expect(store.getMessage(id, asMessage('answer-a')).parentId).toBe('ask-a')
})

test('a question can be placed before everything', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['a'])
  const { parent } = beginRun(store, id, 'b', { user: 'instead', parentId: null })
  expect(parent?.parentId).toBeNull()
  expect(pathIds(store, id)).toEqual(['ask-b'])
})

test('a run that cannot begin leaves nothing behind', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['a'])
  const before = [store.getSession(id), store.readPath(id), store.openRuns()]
  expect(() =>
    store.beginRun(
      { ...runOf(id, 'x'), runId: asRun('run-a') },
      { user: { id: asMessage('ask-x'), text: 'its run id is taken' } },
    ),
  ).toThrow()
  expect([store.getSession(id), store.readPath(id), store.openRuns()]).toEqual(before)
})

test('settling saves the whole answer once, closes the run and drops its journal', () => {
  const { store, database, clock } = openTestStore()
  const { id } = store.createSession()
  beginRun(store, id, 'a')
  store.appendJournal(asRun('run-a'), [delta('to a')])
  clock.advance(7)
  const message = {
    ...answer(id, 'a'),
    parts: [
      { type: 'reasoning' as const, text: 'hm' },
      {
        type: 'tool-call' as const,
        toolCallId: 't',
        toolName: 'x',
        input: { deep: [1, null] },
        state: 'done' as const,
      },
      { type: 'tool-result' as const, toolCallId: 't', output: 'ok', isError: false },
      { type: 'text' as const, text: 'to a' },
    ],
    usage: { inputTokens: 3, outputTokens: 4 },
    metrics: { ttftMs: 1.5, tokensPerSecond: null, durationMs: 20 },
  }
  store.settleRun(asRun('run-a'), message)
  expect(store.readPath(id).messages[1]).toEqual({ ...message, parentId: 'ask-a' })
  expect(store.getSession(id).updatedAt).toBe(clock.now())
  expect([store.openRuns(), journalRows(database)]).toEqual([[], 0])

  expect(() => store.settleRun(asRun('run-a'), message)).toThrow('run run-a is still open')
  expect(pathIds(store, id)).toEqual(['ask-a', 'answer-a'])
})

test('the database itself refuses a second answer of a run', () => {
  const { store, database } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['a'])
  expect(() =>
    database
      .command(
        `INSERT INTO messages (id, session_id, depth, role, status, run_id, hidden, created_at, parts)
         VALUES ('second', ?, 0, 'assistant', 'complete', 'run-a', 0, 0, '[]')`,
      )
      .run(id),
  ).toThrow('UNIQUE constraint failed: messages.run_id')
})

test('an answer that is not the announced one changes nothing', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  beginRun(store, id, 'a')
  const right = answer(id, 'a')
  expect(() => store.settleRun(asRun('run-a'), { ...right, id: asMessage('other') })).toThrow(
    'the message and session ids of its run',
  )
  expect(() => store.settleRun(asRun('run-a'), { ...right, runId: asRun('run-b') })).toThrow(
    'the answer of the run',
  )
  expect(() => store.settleRun(asRun('run-a'), { ...right, status: 'streaming' })).toThrow(
    'finished streaming',
  )
  expect(store.openRuns()).toHaveLength(1)
  store.settleRun(asRun('run-a'), right)
})

test('an answer does not switch back from a branch that was chosen since', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['a'])
  beginRun(store, id, 'b')
  store.setLeaf(id, asMessage('answer-a'))
  store.settleRun(asRun('run-b'), answer(id, 'b'))
  expect(pathIds(store, id)).toEqual(['ask-a', 'answer-a'])
  expect(store.getMessage(id, asMessage('answer-b')).parentId).toBe('ask-b')
})

test('keeps an answer that ends after its session was deleted, for restoring it', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  beginRun(store, id, 'a')
  store.deleteSession(id)
  store.settleRun(asRun('run-a'), answer(id, 'a'))
  store.restoreSession(id)
  expect(pathIds(store, id)).toEqual(['ask-a', 'answer-a'])
})

test('the journal accepts events in order while the run is open, and none afterwards', () => {
  const { store, database } = openTestStore()
  const { id } = store.createSession()
  beginRun(store, id, 'a')
  beginRun(store, store.createSession().id, 'b')
  expect(store.appendJournal(asRun('run-a'), [delta('one '), delta('two ')])).toBe(true)
  expect(store.appendJournal(asRun('run-b'), [delta('other')])).toBe(true)
  expect(store.appendJournal(asRun('run-a'), [])).toBe(true)
  expect(store.appendJournal(asRun('run-a'), [delta('three')])).toBe(true)
  expect(store.openRuns().map(journalOf)).toEqual([
    [delta('one '), delta('two '), delta('three')],
    [delta('other')],
  ])

  store.settleRun(asRun('run-a'), answer(id, 'a'))
  expect(store.appendJournal(asRun('run-a'), [delta('late')])).toBe(false)
  expect(store.appendJournal(asRun('run-a'), [])).toBe(false)
  expect(store.appendJournal(asRun('never'), [delta('stray')])).toBe(false)
  expect(journalRows(database)).toBe(1)
})

test('closes a run that never started without an answer', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  beginRun(store, id, 'a')
  store.discardRun(asRun('run-a'))
  expect(store.openRuns()).toEqual([])
  expect(pathIds(store, id)).toEqual(['ask-a'])
  expect(() => store.discardRun(asRun('run-a'))).toThrow('is still open')
})

test('adds a receipt to the saved answer', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['a'])
  const receipt = {
    requestedAt: 5,
    generatorEndedMs: 1,
    upstreamClosedMs: null,
    savedMs: 2.5,
    keptChars: 4,
  }
  store.attachReceipt(asMessage('answer-a'), receipt)
  expect(store.getMessage(id, asMessage('answer-a')).receipt).toEqual(receipt)
  expect(() => store.attachReceipt(asMessage('never'), receipt)).toThrow('a saved message')
})

test('adds what an agent reports after its answer as a part of its own, once, and only while the chat exists', () => {
  const { store, database } = openTestStore()
  const { id } = store.createSession()
  beginRun(store, id, 'a')
  const call = {
    type: 'tool-call',
    toolCallId: 'c',
    toolName: 'look',
    input: {},
    state: 'cancelled',
  } as const
  const parts = [{ type: 'text', text: 'Now.' } as const, call]
  store.settleRun(asRun('run-a'), { ...answer(id, 'a'), parts })
  database.command('DELETE FROM search_updates').run()
  const result: LateEvent = { type: 'tool-result', toolCallId: 'c', output: 'seen' }
  const later: LateEvent[] = [
    { type: 'text-delta', text: 'La' },
    result,
    result,
    { ...result, toolCallId: 'never' },
  ]
  expect(store.addLate(id, asMessage('answer-a'), later)).toBe(true)
  expect(store.addLate(id, asMessage('answer-a'), [{ type: 'text-delta', text: 'ter.' }])).toBe(true)
  const message = store.getMessage(id, asMessage('answer-a'))
  expect(message.parts).toEqual([
    parts[0],
    { ...call, state: 'done' },
    { type: 'text', text: 'Later.', isLate: true },
    result,
  ])
  expect(messageText(message)).toBe('Now.\n\nLater.')
  expect(database.query('SELECT number FROM search_updates').all()).toHaveLength(1)
  store.deleteSession(id)
  expect(store.addLate(id, asMessage('answer-a'), later)).toBe(false)
  expect(store.addLate(id, asMessage('never'), later)).toBe(false)
})

test('saving on a full disk is STORE_FULL, the run stays open, and can be saved once there is space', () => {
  const { store, database } = openTestStore()
  const { id } = store.createSession()
  beginRun(store, id, 'a')
  store.appendJournal(asRun('run-a'), [delta('begun')])
  const { pages = 0 } =
    database.query<{ pages: number }>('SELECT page_count AS pages FROM pragma_page_count').get() ?? {}
  database.script(`PRAGMA max_page_count = ${pages}`)

  const long = answer(id, 'a', 'x'.repeat(500_000))
  expect(() => store.settleRun(asRun('run-a'), long)).toThrow(expect.objectContaining({ code: 'STORE_FULL' }))
  expect(() => store.appendJournal(asRun('run-a'), [delta('y'.repeat(500_000))])).toThrow(
    expect.objectContaining({ code: 'STORE_FULL' }),
  )
  expect(store.openRuns().map(journalOf)).toEqual([[delta('begun')]])
  expect(pathIds(store, id)).toEqual(['ask-a'])

  database.script('PRAGMA max_page_count = 1000000')
  store.settleRun(asRun('run-a'), long)
  expect(store.readPath(id).messages[1]?.parts).toEqual(long.parts)
})
