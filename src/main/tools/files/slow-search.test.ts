import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { systemClock } from '../../base/clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { threadProgram } from '../../base/testing/thread-program'
import { LoneJobs } from '../../base/threads/lone-jobs'
import { WorkerThread } from '../../base/threads/worker-thread'
import type { FileJobs } from './jobs/file-jobs'

test('a pattern that takes forever ends with its time, or as soon as it is stopped', async () => {
  const jobs = new LoneJobs<FileJobs>({
    open: () => new WorkerThread<FileJobs>(threadProgram('tool-worker'), { clock: systemClock }),
    starting: 'prepareFiles',
    maxThreads: 2,
  })
  onTestFinished(() => jobs.close())
  const root = temporaryFolder()
  writeFileSync(join(root, 'a.txt'), `${'a'.repeat(60)}!\n`)
  const search = {
    place: { root, closedFolders: [] },
    names: [],
    query: '^(a+)+$',
    isPattern: true,
    ignoresCase: false,
    include: null,
    offset: 1,
    limit: 10,
  }
  const stop = new AbortController()
  const stopped = jobs.run('searchFiles', search, { signal: stop.signal })
  await expect(jobs.run('searchFiles', search, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => jobs.threadCount).toBe(0)
})
