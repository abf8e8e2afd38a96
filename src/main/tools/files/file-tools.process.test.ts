// Needs a process: Node cannot create a named pipe.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { systemClock } from '../../base/clock'
import { needsPosix } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { threadProgram } from '../../base/testing/thread-program'
import { LoneJobs } from '../../base/threads/lone-jobs'
import { WorkerThread } from '../../base/threads/worker-thread'
import type { FileJobs } from './jobs/file-jobs'

test('a pipe that nobody writes to is neither read nor waited for, and a search passes it', async (context) => {
  needsPosix(context)
  const jobs = new LoneJobs<FileJobs>({
    open: () => new WorkerThread<FileJobs>(threadProgram('tool-worker'), { clock: systemClock }),
    starting: 'prepareFiles',
    maxThreads: 1,
  })
  onTestFinished(() => jobs.close())
  const root = temporaryFolder()
  execFileSync('mkfifo', [join(root, 'pipe')])
  const place = { root, closedFolders: [] }
  const read = jobs.run('readFileLines', { place, names: ['pipe'], offset: 1, limit: 1 })
  await expect(read).rejects.toMatchObject({ data: { problem: 'special' } })
  const search = { query: 'x', isPattern: false, ignoresCase: false, include: null, offset: 1, limit: 1 }
  expect(await jobs.run('searchFiles', { place, names: [], ...search })).toBe('[No matches.]')
})
