import { expect, test } from 'vitest'

import type { HighlightAnswer, HighlightRequest } from './highlight-worker'
import { Highlighter } from './highlighter'

/** A highlighter with a clock and workers that the test controls. */
function setUp() {
  const workers: {
    requests: HighlightRequest[]
    isTerminated: boolean
    answer: (data: HighlightAnswer) => void
  }[] = []
  const timers: { callback: () => void; isCancelled: boolean }[] = []
  const highlighter = new Highlighter(
    () => {
      const listeners: ((event: { data: HighlightAnswer }) => void)[] = []
      const worker = {
        requests: [] as HighlightRequest[],
        isTerminated: false,
        answer: (data: HighlightAnswer) => listeners.forEach((listener) => listener({ data })),
      }
      workers.push(worker)
      return {
        postMessage: (request) => worker.requests.push(request),
        addEventListener: (_type, listener) => listeners.push(listener),
        terminate: () => {
          worker.isTerminated = true
        },
      }
    },
    (_delayMs, callback) => {
      const timer = { callback, isCancelled: false }
      timers.push(timer)
      return () => {
        timer.isCancelled = true
      }
    },
  )
  return { highlighter, workers, timers }
}

const endless = new AbortController().signal

test('starts no worker before the first code is visible', () => {
  expect(setUp().workers).toEqual([])
})

test('highlights one code at a time, and each only once', async () => {
  const { highlighter, workers } = setUp()
  const first = highlighter.highlight('go', 'a', endless)
  const second = highlighter.highlight('go', 'b', endless)
  const [worker] = workers
  expect(worker?.requests.map(({ text }) => text)).toEqual(['a'])
  worker?.answer({ id: worker.requests[0]?.id ?? 0, runs: [1, 2] })
  expect(await first).toEqual([1, 2])
  expect(worker?.requests.map(({ text }) => text)).toEqual(['a', 'b'])
  worker?.answer({ id: worker.requests[1]?.id ?? 0, runs: null })
  expect(await second).toBeNull()
  expect(await highlighter.highlight('go', 'a', endless)).toEqual([1, 2])
  expect(worker?.requests).toHaveLength(2)
})

test('code that blocks the worker stays plain without affecting other code', async () => {
  const { highlighter, workers, timers } = setUp()
  const stuck = highlighter.highlight('go', 'stuck', endless)
  const next = highlighter.highlight('go', 'next', endless)
  timers[0]?.callback()
  expect(await stuck).toBeNull()
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  workers[1]?.answer({ id: workers[1].requests[0]?.id ?? 0, runs: [4, 0] })
  expect(await next).toEqual([4, 0])
  expect(highlighter.known('go', 'stuck')).toBeNull()
})

test('skips code that was removed while it waited', () => {
  const { highlighter, workers } = setUp()
  void highlighter.highlight('go', 'first', endless)
  const gone = new AbortController()
  void highlighter.highlight('go', 'gone', gone.signal)
  gone.abort()
  workers[0]?.answer({ id: workers[0].requests[0]?.id ?? 0, runs: [] })
  expect(workers[0]?.requests.map(({ text }) => text)).toEqual(['first'])
})

test('leaves code that is too long plain without sending it to the worker', () => {
  const { highlighter, workers } = setUp()
  expect(highlighter.known('go', 'a'.repeat(100_001))).toBeNull()
  expect(workers).toEqual([])
})
