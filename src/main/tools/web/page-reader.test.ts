import { expect, onTestFinished, test } from 'vitest'

import { systemClock } from '../../base/clock'
import { threadProgram } from '../../base/testing/thread-program'
import { LoneJobs } from '../../base/threads/lone-jobs'
import { WorkerThread } from '../../base/threads/worker-thread'
import { type PageJobs, readPage } from './page-reader'

function open() {
  const jobs = new LoneJobs<PageJobs>({
    open: () => new WorkerThread<PageJobs>(threadProgram('tool-worker'), { clock: systemClock }),
    starting: 'prepareReading',
    maxThreads: 2,
  })
  onTestFinished(() => jobs.close())
  return jobs
}

function page(mediaType: string, text: string) {
  const url = new URL('https://example.com/a')
  return { type: 'page' as const, url, mediaType, charset: null, bytes: Buffer.from(text) }
}

const unaborted = new AbortController().signal

test('reads a page in a thread of its own, and names a file that only claims to be readable', async () => {
  const jobs = open()
  expect(await readPage(page('text/html', '<title>A</title><p>B</p>'), { jobs, signal: unaborted })).toEqual({
    url: 'https://example.com/a',
    title: 'A',
    text: 'B',
  })
  await expect(
    readPage(page('application/pdf', 'no PDF'), { jobs, signal: unaborted }),
  ).rejects.toMatchObject({ code: 'PROVIDER_PROTOCOL', data: { reason: 'web' } })
  await expect(
    readPage(page('text/plain', '\u0000\u0001'), { jobs, signal: unaborted }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a stop ends the thread of a page that takes long to read', async () => {
  const jobs = open()
  const controller = new AbortController()
  // Each attribute is compared with all before it.
  const slow = `<p ${Array.from({ length: 150_000 }, (_, index) => `a${index}`).join(' ')}>`
  const reading = readPage(page('text/html', slow), { jobs, signal: controller.signal })
  const stopped = expect(reading).rejects.toThrow('stopped')
  await expect.poll(() => jobs.threadCount).toBe(1)
  controller.abort(new Error('stopped'))
  await stopped
  await expect.poll(() => jobs.threadCount).toBe(0)
})
