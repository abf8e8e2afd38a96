import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { LateEvent, RunEventBody } from '../../../shared/runs/events'
import { createManualClock } from '../../base/testing/manual-clock'
import { LateWriter, RunRecorder } from './run-recorder'

test('joins deltas of one kind in the journal, but does not extend complete reasoning', () => {
  const clock = createManualClock()
  const journal: RunEventBody[] = []
  const recorder = new RunRecorder('run' as RunId, {
    clock,
    errors: { fatal: fail, warning: fail },
    store: {
      appendJournal: (_runId, events) => journal.push(...events) > 0,
      settleRun: fail,
      attachReceipt: fail,
    },
  })
  const providerData = { a: { signature: '1' } }
  recorder.record({ type: 'reasoning-delta', text: 'Let me ', durationMs: 1 })
  recorder.record({ type: 'reasoning-delta', text: 'see.', durationMs: 2 })
  recorder.record({ type: 'reasoning-delta', text: '', durationMs: 3, providerData })
  recorder.record({ type: 'reasoning-delta', text: 'And ' })
  recorder.record({ type: 'reasoning-delta', text: 'then?' })
  recorder.record({ type: 'text-delta', text: 'So.' })
  clock.advance(100)
  expect(journal).toEqual([
    { type: 'reasoning-delta', text: 'Let me see.', durationMs: 3, providerData },
    { type: 'reasoning-delta', text: 'And then?' },
    { type: 'text-delta', text: 'So.' },
  ])
})

const message: Message = {
  id: 'm' as MessageId,
  sessionId: 's' as SessionId,
  parentId: null,
  role: 'assistant',
  parts: [],
  status: 'complete',
  createdAt: 0,
}

test.each([
  ['with something in its journal yet to write', true],
  ['with nothing more to write', false],
])('a run settled %s leaves no timer and is not overwritten later', (_what, hasPending) => {
  const clock = createManualClock()
  const settled: [RunId, Message][] = []
  const recorder = new RunRecorder('run' as RunId, {
    clock,
    errors: { fatal: fail, warning: fail },
    store: {
      appendJournal: fail,
      settleRun: (runId, settledMessage) => {
        settled.push([runId, settledMessage])
        return settledMessage.id
      },
      attachReceipt: fail,
    },
  })
  if (hasPending) recorder.record({ type: 'text-delta', text: 'in time' })
  recorder.settle(message, false)
  expect(clock.pendingTimers).toBe(0)
  recorder.record({ type: 'text-delta', text: 'late' })
  clock.advance(1_000)
  expect(clock.pendingTimers).toBe(0)
  expect(settled).toEqual([['run', message]])
})

test('reports each period in which the disk refuses the journal once, and loses nothing of it', () => {
  const clock = createManualClock()
  const full = new ParleyError('STORE_FULL', 'The disk is full.')
  const journal: RunEventBody[] = []
  const reported: unknown[] = []
  let isFull = true
  const recorder = new RunRecorder('run' as RunId, {
    clock,
    errors: { fatal: fail, warning: (source, error) => void reported.push([source, error]) },
    store: {
      appendJournal: (_runId, events) => {
        if (isFull) throw full
        return journal.push(...events) > 0
      },
      settleRun: fail,
      attachReceipt: fail,
    },
  })
  recorder.record({ type: 'text-delta', text: 'a' })
  clock.advance(300)
  expect(reported).toEqual([['journal', full]])
  isFull = false
  clock.advance(100)
  isFull = true
  recorder.record({ type: 'text-delta', text: 'b' })
  clock.advance(300)
  expect(reported).toEqual([
    ['journal', full],
    ['journal', full],
  ])
  isFull = false
  clock.advance(100)
  expect(journal).toEqual([
    { type: 'text-delta', text: 'a' },
    { type: 'text-delta', text: 'b' },
  ])
  expect(clock.pendingTimers).toBe(0)
})

test('what comes after the end is stored at once, then once per interval, again after a refusal, until its answer is gone', async () => {
  const clock = createManualClock()
  const full = new ParleyError('STORE_FULL', 'The disk is full.')
  const saved = Promise.withResolvers<unknown>()
  let answer: 'there' | 'refused' | 'gone' = 'there'
  const happened: unknown[] = []
  const writer = new LateWriter({
    whenSaved: () => saved.promise,
    add(events) {
      happened.push(events.map((event) => ('text' in event ? event.text : event.type)).join(' '))
      if (answer === 'refused') throw full
      return answer === 'there'
    },
    onAdded: () => happened.push('added'),
    clock,
    errors: { fatal: fail, warning: (source, error) => void happened.push([source, error]) },
  })
  const push = (...texts: string[]) => {
    for (const text of texts) writer.push({ type: 'text-delta', text } satisfies LateEvent)
  }
  const since = async (ms: number) => {
    clock.advance(ms)
    await saved.promise
    return happened.splice(0)
  }
  push('before', 'the end')
  clock.advance(1_000)
  expect(happened).toEqual([])
  saved.resolve(null)
  expect(await since(0)).toEqual(['before the end', 'added'])
  push('soon')
  expect(await since(249)).toEqual([])
  expect(await since(1)).toEqual(['soon', 'added'])
  expect([await since(60_000), clock.pendingTimers]).toEqual([[], 0])
  answer = 'refused'
  push('later')
  expect(await since(0)).toEqual(['later', ['store', full]])
  push('and more')
  answer = 'there'
  expect(await since(4_999)).toEqual([])
  expect(await since(1)).toEqual(['later and more', 'added'])
  await since(250)
  answer = 'gone'
  push('too late')
  expect(await since(0)).toEqual(['too late'])
  expect([await since(60_000), clock.pendingTimers]).toEqual([[], 0])
})

function fail(): never {
  throw new Error('not expected here')
}
