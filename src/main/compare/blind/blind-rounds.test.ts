import { expect, test } from 'vitest'

import type { ComparisonId, MessageId, SessionId } from '../../../shared/ids'
import type { Message, StopReason } from '../../../shared/sessions/messages'
import { Emitter } from '../../base/emitter'
import { createManualClock } from '../../base/testing/manual-clock'
import type { Run } from '../../runs/run/run'
import type { ActiveRuns } from '../../runs/run/active-runs'
import { BlindRounds } from './blind-rounds'

const comparisonId = 'c' as ComparisonId
const other = 'other' as ComparisonId

/** Rounds of a comparison with these panes; `start` and `finish` are what the runs do. */
function setUp(panes: readonly string[]) {
  const clock = createManualClock()
  const running = new Map<SessionId, Run>()
  const started = new Emitter<Run>()
  const ended = new Emitter<{ run: Run; outcome: { message: Message } }>()
  const store = { isReadable: true, hidden: new Set([comparisonId, other]) }
  const rounds = new BlindRounds({
    active: {
      get: (id) => running.get(id),
      onStarted: (listener) => started.on(listener),
      onEnded: (listener) => ended.on(listener as Parameters<typeof ended.on>[0]),
    } satisfies Pick<ActiveRuns, 'get' | 'onStarted' | 'onEnded'>,
    hiddenComparisonOf: (sessionId) =>
      sessionId === 'elsewhere' ? null : sessionId === 'in-other' ? other : comparisonId,
    hiddenComparisons: () => {
      if (!store.isReadable) throw new Error('unreadable')
      return store.hidden
    },
    sessionsOf: () => {
      if (!store.isReadable) throw new Error('unreadable')
      return panes as readonly SessionId[]
    },
    clock,
  })
  const released: number[] = []
  const beginning = clock.monotonic()
  rounds.onReleased(() => released.push(clock.monotonic() - beginning))
  return {
    clock,
    rounds,
    released,
    store,
    start: (id: string) => {
      const sessionId = id as SessionId
      const run = { spec: { sessionId, messageId: `${id}-answer` as MessageId } } as Run
      running.set(sessionId, run)
      started.fire(run)
    },
    finish: (id: string, text = '', stopReason: StopReason = 'end') => {
      const sessionId = id as SessionId
      const run = running.get(sessionId)
      if (run === undefined) throw new Error(`${id} is not running`)
      running.delete(sessionId)
      const status = stopReason === 'end' ? 'complete' : stopReason === 'error' ? 'failed' : 'partial'
      const parts = [{ type: 'text', text }]
      ended.fire({ run, outcome: { message: { status, stopReason, parts } as Message } })
    },
  }
}

test('answers are held until the last pane has ended, then released at once', () => {
  const { clock, rounds, released, start, finish } = setUp(['a', 'b'])
  start('a')
  start('b')
  clock.advance(10)
  finish('a')
  clock.advance(5_000)
  expect(rounds.heldAnswer('a' as SessionId)).toBe('a-answer')
  expect([rounds.heldAnswers(comparisonId).size, rounds.endedCount()]).toEqual([2, 1])
  finish('b')
  expect(released).toEqual([5_010])
  expect([rounds.heldSince(comparisonId), rounds.heldAnswer('a' as SessionId)]).toEqual([null, null])
})

test('a pane that fails before the others have started does not end their round', () => {
  const { clock, released, start, finish } = setUp(['a', 'b'])
  start('a')
  finish('a')
  clock.advance(200)
  start('b')
  clock.advance(4_000)
  expect(released).toEqual([])
  finish('b')
  expect(released).toEqual([4_200])
})

test('a single pane asked again takes as long as the slowest one before, so its speed stays hidden', () => {
  const { clock, released, start, finish } = setUp(['a', 'b'])
  for (const id of ['a', 'b']) start(id)
  clock.advance(100)
  finish('a')
  clock.advance(8_900)
  finish('b')
  start('a')
  clock.advance(100)
  finish('a')
  clock.advance(20_000)
  expect(released).toEqual([9_000, 18_000])
})

test('if a pane is refused, the others appear shortly after they have ended', () => {
  const { clock, released, start, finish } = setUp(['a', 'b', 'refused'])
  for (const id of ['a', 'b']) start(id)
  finish('a')
  finish('b')
  clock.advance(1_000)
  expect(released).toEqual([1_000])
})

test('runs outside blind comparisons are not held', () => {
  const { rounds, released, start, finish } = setUp(['a', 'b'])
  start('elsewhere')
  expect(rounds.heldAnswer('elsewhere' as SessionId)).toBeNull()
  finish('elsewhere')
  expect(released).toEqual([])
})

test('a stopped round is remembered without the store: how long its answers are, and how many panes have none', () => {
  const { rounds, store, clock, start, finish } = setUp(['a', 'b', 'c', 'd'])
  for (const id of ['a', 'b', 'c']) start(id)
  store.isReadable = false
  finish('a', 'Complete.')
  finish('b', 'Com', 'user')
  expect(rounds.ended(comparisonId, 'a-answer' as MessageId)).toBeUndefined()
  finish('c', 'Failed.', 'error')
  clock.advance(1_000)
  const round = { lengths: [9, 3], missing: 1, stopReason: 'user' }
  expect(['a', 'b', 'c'].map((id) => rounds.ended(comparisonId, `${id}-answer` as MessageId))).toEqual([
    round,
    round,
    round,
  ])
  start('a')
  finish('a', 'Again.')
  clock.advance(10_000)
  expect(rounds.ended(comparisonId, 'a-answer' as MessageId)).toBeNull()
})

test('rounds of comparisons that are shown, or erased, are forgotten', () => {
  const { rounds, store, clock, start, finish } = setUp(['a'])
  const play = (id: string) => {
    start(id)
    finish(id)
    clock.advance(10_000)
  }
  const remembered = () => [
    rounds.ended(comparisonId, 'a-answer' as MessageId),
    rounds.ended(other, 'in-other-answer' as MessageId),
  ]
  play('a')
  play('in-other')
  store.hidden.delete(comparisonId)
  store.isReadable = false
  play('in-other')
  expect(remembered()).toEqual([null, null])
  store.isReadable = true
  play('in-other')
  expect(remembered()).toEqual([undefined, null])
})
