import { expect, test } from 'vitest'

import { createOwnedClock, createSkewedClock } from './clock'
import { createManualClock } from './testing/manual-clock'

test('fires no timer after its owner is disposed', () => {
  const clock = createManualClock()
  const owned = createOwnedClock(clock)
  const fired: string[] = []
  owned.after(10, () => fired.push('in time'))
  const cancel = owned.after(10, () => fired.push('taken back'))
  cancel()
  clock.advance(10)
  owned.after(10, () => fired.push('left behind'))
  owned.dispose()
  owned.after(10, () => fired.push('set too late'))
  clock.advance(1_000)
  expect(fired).toEqual(['in time'])
  expect(clock.pendingTimers).toBe(0)
})

test('skewing the clock changes the time of day, but neither durations nor timers', () => {
  const manual = createManualClock(10_000)
  const clock = createSkewedClock(manual)
  const fired: string[] = []
  clock.after(100, () => fired.push('kept'))
  const cancel = clock.after(100, () => fired.push('cancelled'))
  clock.skew(-86_400_000)
  clock.skew(3_600_000)
  expect([clock.now(), clock.monotonic()]).toEqual([10_000 - 82_800_000, 0])
  cancel()
  manual.advance(99)
  expect(fired).toEqual([])
  manual.advance(1)
  expect(fired).toEqual(['kept'])
  expect([clock.now(), clock.monotonic()]).toEqual([10_100 - 82_800_000, 100])
})
