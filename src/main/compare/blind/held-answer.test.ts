import { expect, test } from 'vitest'

import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { RunEventBody, StreamControlEvent, WatchEvent } from '../../../shared/runs/events'
import type { Message } from '../../../shared/sessions/messages'
import { Emitter } from '../../base/emitter'
import { PushSource } from '../../streams/push-source'
import { HeldAnswer } from './held-answer'
import { hiddenMessage } from './hidden-parts'

const ids = { runId: 'r' as RunId, sessionId: 's' as SessionId, messageId: 'm' as MessageId }
const question: Message = {
  id: 'q' as MessageId,
  sessionId: ids.sessionId,
  parentId: null,
  role: 'user',
  parts: [{ type: 'text', text: 'Which?' }],
  status: 'complete',
  createdAt: 1,
}
const answer: Message = {
  id: ids.messageId,
  sessionId: ids.sessionId,
  parentId: question.id,
  role: 'assistant',
  parts: [{ type: 'text', text: 'This.' }],
  status: 'complete',
  stopReason: 'end',
  runId: ids.runId,
  model: 'demo/writer',
  usage: { costUsd: 1 },
  createdAt: 2,
}

/** The stream of a pane of a blind comparison whose answers are held. */
function setUp({ ownsRun = true, heldAnswer = null as MessageId | null } = {}) {
  const state = { isHeld: true, isHidden: true }
  const released = new Emitter<void>()
  const closed: string[] = []
  const source = new PushSource<WatchEvent>({ onClosed: (cause) => closed.push(cause), maxWaiting: 100 })
  const show = (message: Message) => (state.isHidden ? hiddenMessage(message) : message)
  const held = new HeldAnswer(source, {
    isHeld: () => state.isHeld,
    isHidden: () => state.isHidden,
    heldAnswer: () => heldAnswer,
    showMessage: show,
    showSync: (sync) => ({
      ...sync,
      messages: sync.messages.filter(({ id }) => !state.isHeld || id !== heldAnswer).map(show),
    }),
    stopReasonOf: () => null,
    onReleased: (listener) => released.on(listener),
    ownsRun,
  })
  held.onReadable(() => {})
  let seq = 0
  return {
    source,
    held,
    closed,
    run: (...bodies: RunEventBody[]) => {
      for (const body of bodies) source.push({ ...body, seq: (seq += 1) })
    },
    release: () => {
      state.isHeld = false
      released.fire()
    },
    reveal: () => {
      state.isHidden = false
    },
    types: () => held.take(100).map((event) => ('seq' in event ? `${event.type} ${event.seq}` : event.type)),
  }
}

const start: StreamControlEvent = { type: 'stream-start', ...ids, parent: question }
const runStart: RunEventBody = { type: 'run-start', ...ids, model: 'demo/writer', startedAt: 2 }
const metrics = { ttftMs: 7, tokensPerSecond: 8, durationMs: 9 }
const runEnd: RunEventBody = { type: 'run-end', status: 'completed', reason: 'end', metrics }
const syncWith = (messages: Message[]): Extract<StreamControlEvent, { type: 'session-sync' }> => ({
  type: 'session-sync',
  session: { id: ids.sessionId, title: 'Which?' } as Extract<WatchEvent, { type: 'session-sync' }>['session'],
  messages,
  hasMore: false,
  versions: {},
  continuations: [],
  running: false,
  queue: { messages: [], paused: null } as unknown as Extract<WatchEvent, { type: 'queue' }>['queue'],
})

test('only the start passes until the release, then the answer in one piece that does not reveal its speed', () => {
  const { source, held, run, release, types } = setUp()
  source.push(start)
  run(runStart, { type: 'text-delta', text: 'This', ttftMs: 7 }, { type: 'text-delta', text: '.' }, runEnd)
  expect(types()).toEqual(['stream-start', 'run-start 1'])
  expect(types()).toEqual([])
  release()
  const events = held.take(100)
  expect(events.map(({ type }) => type)).toEqual(['replay-start', 'replay-end', 'run-end'])
  expect(events[0]).toMatchObject({
    throughSeq: 1,
    snapshot: { message: { parts: [{ type: 'text', text: 'This.' }] } },
  })
  expect(events[2]).toMatchObject({
    seq: 2,
    metrics: { ttftMs: null, tokensPerSecond: null, durationMs: null },
  })
  expect(JSON.stringify(events)).not.toContain('demo/writer')
})

test('an approval passes at once, without its tool and the id of its call, and so does its answer', () => {
  const { source, held, run } = setUp()
  source.push(start)
  // The ids of calls begin differently at each provider.
  const toolCallId = 'toolu_01'
  const input = { command: 'ls' }
  const asked = { approvalId: 'a', toolName: 'ClaudeBash', title: 'Claude runs', toolCallId, input }
  run(runStart, { type: 'text-delta', text: 'I list.' }, { type: 'approval-request', ...asked })
  run({ type: 'approval-answered', approvalId: 'a', toolCallId, decision: 'once' })
  expect(held.take(100).slice(2)).toEqual([
    { type: 'approval-request', approvalId: 'a', toolName: '', input: { command: 'ls' }, seq: 2 },
    { type: 'approval-answered', approvalId: 'a', decision: 'once', seq: 3 },
  ])
})

test('a watcher that joins while the answer is held sees it as still being written', () => {
  const { source, held, release, types } = setUp({ ownsRun: false, heldAnswer: answer.id })
  source.push(syncWith([question, answer]))
  const early = held.take(100)
  expect(early.map(({ type }) => type)).toEqual(['session-sync', 'stream-start', 'run-start'])
  expect(JSON.stringify(early)).not.toContain('This.')
  release()
  expect(types()).toEqual(['replay-start', 'replay-end', 'run-end 2'])
})

test('closing a pane stops its run at once, but its end is reported with all others; closing a watcher stops nothing', () => {
  for (const ownsRun of [true, false]) {
    const { source, held, run, closed, release } = setUp({ ownsRun })
    source.push(start)
    run(runStart)
    held.take(100)
    held.close('closed')
    held.take(100)
    expect([closed, held.end?.reason]).toEqual([['closed'], ownsRun ? undefined : 'stopped'])
    release()
    held.take(100)
    expect(held.end?.reason).toBe('stopped')
  }
})

test('an answer of revealed contestants still appears with the others, with its model and its metrics', () => {
  const { source, held, run, reveal, release } = setUp()
  source.push(start)
  run(runStart, { type: 'text-delta', text: 'This.' }, runEnd)
  held.take(100)
  reveal()
  expect(held.take(100)).toEqual([])
  release()
  expect(held.take(100)).toMatchObject([
    { snapshot: { message: { model: 'demo/writer' } } },
    { type: 'replay-end' },
    { type: 'run-end', metrics },
  ])
})
