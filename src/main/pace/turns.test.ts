import { expect, test } from 'vitest'

import { createManualClock } from '../base/testing/manual-clock'
import { StopSignal } from '../run-source/stop-signal'
import { ProviderPace } from './provider-pace'
import { type Lane, type Turn, Turns } from './turns'

function open() {
  const clock = createManualClock()
  const pace = new ProviderPace(clock)
  const turns = new Turns({ pace, clock })
  return {
    clock,
    pace,
    join: (provider: string, ...lanes: Lane[]) => turns.join({ provider, lanes }),
  }
}

const one = (key: string): Lane => ({ key, atOnce: 1 })
const come = (turns: readonly Turn[]) => turns.map(({ hasCome }) => hasCome)

test('starts all runs at once without lanes', () => {
  const { join, clock } = open()
  expect(come([join('a'), join('a'), join('b')])).toEqual([true, true, true])
  expect(clock.pendingTimers).toBe(0)
})

test('a lane lets as many runs begin as it has room for, in the order in which they joined', async () => {
  const { join } = open()
  const lane = { key: 'provider a', atOnce: 2 }
  const turns = [1, 2, 3, 4].map(() => join('a', lane))
  const order: number[] = []
  const all = Promise.all(turns.map((turn, index) => turn.come().then(() => order.push(index))))
  expect(come(turns)).toEqual([true, true, false, false])
  turns[1]?.end()
  expect(come(turns)).toEqual([true, false, true, false])
  turns[1]?.end()
  turns[0]?.end()
  expect(come(turns)).toEqual([false, false, true, true])
  await all
  expect(order).toEqual([0, 1, 2, 3])
})

test('a run needs room in all its lanes, and does not block those that need others', () => {
  const { join } = open()
  const first = join('a', one('machine'))
  const both = join('b', one('machine'), one('provider b'))
  const other = join('b', one('provider b'))
  expect(come([first, both, other])).toEqual([true, false, true])
  first.end()
  expect(come([both])).toEqual([false])
  other.end()
  expect(come([both])).toEqual([true])
})

test('a run that is stopped while it waits never begins, and the next ones do', async () => {
  const { join } = open()
  const [first, second, third] = [join('a', one('x')), join('a', one('x')), join('a', one('x'))]
  const stop = new AbortController()
  second.stoppedBy(stop.signal)
  const waiting = second.come()
  const reason = new StopSignal('user')
  stop.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  second.end()
  first.end()
  expect(come([second, third])).toEqual([false, true])
  third.end()
  expect(join('a', one('x')).hasCome).toBe(true)
})

test('waiting runs that are stopped right after the active one do not begin in between', async () => {
  const { join, clock } = open()
  const turns = [1, 2, 3].map(() => join('a', one('x')))
  const stops = turns.map(() => new AbortController())
  const waits = turns.map((turn, index) => {
    turn.stoppedBy(stops[index]?.signal ?? new AbortController().signal)
    return turn.come()
  })
  await waits[0]
  stops[0]?.abort(new StopSignal('user'))
  turns[0]?.end()
  expect(come(turns)).toEqual([false, false, false])
  stops[1]?.abort(new StopSignal('user'))
  await expect(waits[1]).rejects.toBeInstanceOf(StopSignal)
  clock.advance(100)
  expect(come(turns)).toEqual([false, false, true])
})

test('a provider at its rate limit delays only its own runs, until it accepts requests again', () => {
  const { join, clock } = open()
  const first = join('a')
  first.hold(clock.now() + 20_000)
  const [same, other] = [join('a'), join('b')]
  expect(come([same, other])).toEqual([false, true])
  clock.advance(19_999)
  expect(come([same])).toEqual([false])
  clock.advance(1)
  expect(come([same])).toEqual([true])
  expect(clock.pendingTimers).toBe(0)
})

test('a run waits at most a minute for a provider, then gets its refusal', () => {
  const { join, clock, pace } = open()
  pace.hold('a', clock.now() + 3_600_000)
  expect(join('a').hasCome).toBe(true)
})

test('other runs cannot keep a waiting run beyond its minute', () => {
  const { join, clock, pace } = open()
  pace.hold('a', clock.now() + 50_000)
  const waiting = join('a')
  clock.advance(40_000)
  pace.hold('a', clock.now() + 50_000)
  clock.advance(10_000)
  expect(waiting.hasCome).toBe(false)
  clock.advance(10_000)
  expect(waiting.hasCome).toBe(true)
})
