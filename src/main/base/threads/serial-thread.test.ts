import { expect, test } from 'vitest'

import { createManualClock } from '../testing/manual-clock'
import type { Jobs } from './job'
import { SerialThread } from './serial-thread'

function setUp() {
  const clock = createManualClock()
  const happened: string[] = []
  let count = 0
  const thread = new SerialThread<Jobs>({
    open: () => {
      count += 1
      const name = `thread ${count}`
      happened.push(`${name} opened`)
      return {
        run: () => Promise.resolve(name),
        close: async () => void happened.push(`${name} closed`),
      }
    },
    clock,
    idleMs: 1_000,
  })
  return { clock, happened, thread }
}

test('one work begins when the one before it is over, also where that failed', async () => {
  const { happened, thread } = setUp()
  const first = Promise.withResolvers<void>()
  const failing = thread.use(() => first.promise)
  const next = thread.use(async () => happened.push('next'))
  await Promise.resolve()
  first.reject(new Error('failed'))
  await expect(failing).rejects.toThrow('failed')
  await next
  expect(happened).toEqual(['thread 1 opened', 'next'])
})

test('a thread is ended when it was idle for its time, counted from the last work', async () => {
  const { clock, happened, thread } = setUp()
  await thread.use(() => Promise.resolve())
  clock.advance(999)
  await thread.use(() => Promise.resolve())
  clock.advance(999)
  expect(happened).toEqual(['thread 1 opened'])
  clock.advance(1)
  await thread.use(() => Promise.resolve())
  expect(happened).toEqual(['thread 1 opened', 'thread 1 closed', 'thread 2 opened'])
})

test('a thread is not ended as idle while it works', async () => {
  const { clock, happened, thread } = setUp()
  await thread.use(() => Promise.resolve())
  const work = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const working = thread.use(() => {
    begun.resolve()
    return work.promise
  })
  await begun.promise
  clock.advance(60_000)
  expect(happened).toEqual(['thread 1 opened'])
  work.resolve()
  await working
})

test('work after a discarded thread gets another, work after the close none', async () => {
  const { clock, happened, thread } = setUp()
  await thread.use(() => thread.discard())
  await thread.use(() => Promise.resolve())
  await thread.close()
  await expect(thread.use(() => Promise.resolve())).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(happened).toEqual(['thread 1 opened', 'thread 1 closed', 'thread 2 opened', 'thread 2 closed'])
  expect(clock.pendingTimers).toBe(0)
})
