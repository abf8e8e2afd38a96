import { expect, test } from 'vitest'

import { timedOut, withDeadline } from './deadline'
import { createManualClock } from './testing/manual-clock'

test('returns the result or throws the error of work that finishes in time, and leaves no timer', async () => {
  const clock = createManualClock()
  const bounds = { clock, limitMs: 1_000 }
  expect(await withDeadline(Promise.resolve('done'), bounds)).toBe('done')
  const bug = new Error('bug')
  await expect(withDeadline(Promise.reject(bug), bounds)).rejects.toBe(bug)
  expect(clock.pendingTimers).toBe(0)
})

test('returns late when work takes too long, and ignores its later failure', async () => {
  const clock = createManualClock()
  const work = Promise.withResolvers<string>()
  const answer = withDeadline(work.promise, { clock, limitMs: 1_000 })
  clock.advance(999)
  await Promise.resolve()
  expect(clock.pendingTimers).toBe(1)
  clock.advance(1)
  expect(await answer).toBe(timedOut)
  work.reject(new Error('too late to matter'))
  await new Promise((resolve) => setImmediate(resolve))
})

test('keeps the process alive only with keepAlive', async () => {
  const clock = createManualClock()
  const before = timers()
  const work = Promise.withResolvers<void>()
  const unref = withDeadline(work.promise, { clock, limitMs: 1_000 })
  expect(timers()).toBe(before)
  const ref = withDeadline(work.promise, { clock, limitMs: 1_000, keepAlive: true })
  expect(timers()).toBe(before + 1)
  work.resolve()
  await Promise.all([unref, ref])
  expect(timers()).toBe(before)
})

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}
