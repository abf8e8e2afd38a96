import { expect, onTestFinished, test } from 'vitest'

import { systemClock } from '../clock'
import type { testJobs } from '../testing/doing-jobs'
import { threadProgram } from '../testing/thread-program'
import { LoneJobs } from './lone-jobs'
import { WorkerThread } from './worker-thread'

function setUp(maxThreads = 2) {
  const jobs = new LoneJobs<typeof testJobs>({
    open: () => new WorkerThread<typeof testJobs>(threadProgram('doing-jobs'), { clock: systemClock }),
    starting: 'rejectedCount',
    maxThreads,
  })
  onTestFinished(() => jobs.close())
  return jobs
}

test('ends the thread of a job that is done, and of one that computes when its signal aborts', async () => {
  const jobs = setUp()
  expect(await jobs.run('double', 4)).toBe(8)
  const stopped = new AbortController()
  const computing = jobs.run('compute', null, { signal: stopped.signal })
  await expect.poll(() => jobs.threadCount).toBe(1)
  stopped.abort()
  await expect(computing).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => jobs.threadCount).toBe(0)
})

test('a job that exceeds its time limit does not affect one beside it', async () => {
  const jobs = setUp()
  const slow = jobs.run('compute', null, { timeoutMs: 200 })
  await Promise.all([
    expect(slow).rejects.toMatchObject({ code: 'TIMEOUT' }),
    expect(jobs.run('double', 1)).resolves.toBe(2),
  ])
})

test('a job waits for its turn, and can be withdrawn while it waits', async () => {
  const jobs = setUp(1)
  const first = new AbortController()
  const waiting = new AbortController()
  const computing = jobs.run('compute', null, { signal: first.signal })
  const withdrawn = jobs.run('double', 1, { signal: waiting.signal })
  const later = jobs.run('double', 2)
  waiting.abort()
  await expect(withdrawn).rejects.toMatchObject({ name: 'AbortError' })
  first.abort()
  await expect(computing).rejects.toMatchObject({ name: 'AbortError' })
  expect(await later).toBe(4)
})

test('closing ends what runs and refuses what waits', async () => {
  const jobs = setUp(1)
  const computing = jobs.run('compute', null)
  const waiting = jobs.run('double', 1)
  const ended = [computing, waiting].map((job) => expect(job).rejects.toMatchObject({ code: 'CANCELLED' }))
  await expect.poll(() => jobs.threadCount).toBe(1)
  await jobs.close()
  await Promise.all(ended)
})
