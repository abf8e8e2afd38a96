import { expect, onTestFinished, test } from 'vitest'

import { maxComparedChars } from '../../shared/differences/differences'
import { ParleyError } from '../../shared/errors'
import { systemClock } from '../base/clock'
import { createManualClock } from '../base/testing/manual-clock'
import { threadProgram } from '../base/testing/thread-program'
import type { ClosableThread } from '../base/threads/serial-thread'
import { WorkerThread } from '../base/threads/worker-thread'
import { DifferenceFinder } from './difference-finder'
import type { DifferenceJobs } from './difference-jobs'

const never = new AbortController().signal

function openFinder() {
  let threadCount = 0
  const finder = new DifferenceFinder({
    openThread: () => {
      threadCount += 1
      return new WorkerThread<DifferenceJobs>(threadProgram('store-worker'), { clock: systemClock })
    },
    clock: systemClock,
  })
  onTestFinished(() => finder.close())
  return { finder, threadCount: () => threadCount }
}

test('a comparison uses the thread that was prepared for it', async () => {
  const { finder, threadCount } = openFinder()
  await finder.prepare(never)
  expect(await finder.find(['One word.', 'Another word.'], never)).toMatchObject({ conflicts: [] })
  expect(threadCount()).toBe(1)
  await finder.close()
  await expect(finder.prepare(never)).rejects.toThrow(ParleyError)
})

test('compares answers in a thread, with plain data as the result', async () => {
  const { finder, threadCount } = openFinder()
  const texts = ['The tower is 300 m high.', 'The tower is 330 m high.', 'Tja.']
  expect(await finder.find(texts, never)).toEqual({
    conflicts: [
      {
        kind: 'number',
        sides: [
          [{ answer: 0, value: [13, 18], sentence: [0, 24] }],
          [{ answer: 1, value: [13, 18], sentence: [0, 24] }],
        ],
      },
    ],
    values: [],
    unshared: [[], [], []],
    isCut: false,
  })
  expect(threadCount()).toBe(1)
})

test('an abort ends the comparison and its thread at once, and the next one gets a fresh thread', async () => {
  const happened: string[] = []
  const begun = Promise.withResolvers<void>()
  const stop = new AbortController()
  const finder = new DifferenceFinder({
    openThread: () => {
      happened.push('opened')
      const runner: Pick<ClosableThread<DifferenceJobs>, 'run' | 'close'> = {
        async run(name: string, _input: unknown, options: { signal?: AbortSignal } = {}) {
          if (name !== 'compareAnswers' || options.signal !== stop.signal) return null as never
          const { promise, reject } = Promise.withResolvers<never>()
          options.signal.addEventListener('abort', () => reject(stop.signal.reason as Error))
          begun.resolve()
          return promise
        },
        close: async () => void happened.push('closed'),
      }
      return runner
    },
    clock: createManualClock(),
  })
  const stopped = finder.find(['a', 'b'], stop.signal)
  const next = finder.find(['a', 'a'], never)
  await begun.promise
  stop.abort(new ParleyError('CANCELLED', 'Closed.'))
  await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED', message: 'Closed.' })
  await next
  expect(happened).toEqual(['opened', 'closed', 'opened'])
  await expect(finder.find(['a', 'b'], stop.signal)).rejects.toMatchObject({ message: 'Closed.' })
  await finder.close()
  await expect(finder.find(['a', 'b'], never)).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('an abort ends a real thread that is at work', async () => {
  const { finder, threadCount } = openFinder()
  await finder.find(['a', 'b'], never)
  const stop = new AbortController()
  const long = 'word, '.repeat(maxComparedChars / 6)
  const stopped = finder.find([long, long.replaceAll('word', 'term')], stop.signal)
  const next = finder.find(['a', 'a'], never)
  await new Promise((resolve) => setImmediate(resolve))
  stop.abort(new ParleyError('CANCELLED', 'Closed.'))
  await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED', message: 'Closed.' })
  expect(await next).toMatchObject({ conflicts: [] })
  expect(threadCount()).toBe(2)
})

test('sends no more of an answer to the thread than it compares, and says that it is cut', async () => {
  const { finder } = openFinder()
  const long = 'x'.repeat(maxComparedChars * 2)
  expect(await finder.find([long, long], never)).toMatchObject({ isCut: true, conflicts: [] })
})
