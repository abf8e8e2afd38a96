import { expect, test } from 'vitest'

import type { ProcessTimes } from '../../../src/main/base/granted-time.ts'
import { createManualClock } from '../../../src/main/base/testing/manual-clock.ts'
import { answerWithin, type Extension, NoAnswerError } from './answer-within.ts'

/** An answer with a limit of 500 ms, on a machine whose processes behave as `observe` says. */
function setUp(observe: (elapsedMs: number) => ProcessTimes[] = () => []) {
  const clock = createManualClock()
  const extensions: Extension[] = []
  const { promise, resolve } = Promise.withResolvers<string>()
  const answer = answerWithin(promise, 'the window did not answer', {
    name: 'the window',
    limitMs: 500,
    clock,
    observe: () => observe(clock.monotonic()),
    onExtended: (extension) => extensions.push(extension),
  })
  // Handled later by the test; avoids an unhandled rejection.
  answer.catch(() => {})
  return { clock, answer, extensions, resolve }
}

const waiting = (waitedMs: number) => [{ pid: 1, ranMs: 0, waitedMs, isHeldUp: false }]

test('returns an answer that arrives in time, and leaves no timer', async () => {
  const { clock, answer, extensions, resolve } = setUp()
  clock.advance(499)
  resolve('yes')
  expect(await answer).toBe('yes')
  expect(extensions).toEqual([])
  expect(clock.pendingTimers).toBe(0)
})

test('reports silence at the limit if the machine was not busy', async () => {
  const { clock, answer, extensions } = setUp()
  clock.advance(500)
  await expect(answer).rejects.toEqual(new NoAnswerError('the window did not answer within 500 ms'))
  expect(extensions).toEqual([])
})

test('accepts an answer from a window that waited for a CPU, and reports the extension', async () => {
  const { clock, answer, extensions, resolve } = setUp(waiting)
  clock.advance(2_000)
  resolve('yes')
  expect(await answer).toBe('yes')
  expect(extensions).toEqual([
    {
      limit: 'the window',
      limitMs: 500,
      spent: { elapsedMs: 2_000, grantedMs: 100, lateMs: 0, waitedMs: 1_900 },
    },
  ])
})

test('gives up on a process that never gets a CPU after 30 s, and the error says so', async () => {
  const { clock, answer, extensions } = setUp(waiting)
  clock.advance(29_999)
  expect(extensions).toEqual([])
  clock.advance(1)
  await expect(answer).rejects.toThrow(
    'the window did not answer within 500 ms, extended because the machine was busy: 30000 ms (waiting for a CPU or the disk: 29900 ms, late timers: 0 ms)',
  )
  expect(extensions).toHaveLength(1)
})
