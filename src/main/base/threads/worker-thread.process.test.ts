// Needs a process: Node cannot create a named pipe.
import { execFileSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { testJobs } from '../testing/doing-jobs'
import { createManualClock } from '../testing/manual-clock'
import { temporaryFolder } from '../testing/temporary-folder'
import { threadProgram } from '../testing/thread-program'
import { WorkerThread } from './worker-thread'

test('does not wait for a thread that nothing can end', async (context) => {
  context.skip(process.platform === 'win32', 'Windows has no named pipes in folders')
  const clock = createManualClock()
  const thread = new WorkerThread<typeof testJobs>(threadProgram('doing-jobs'), { clock })
  // Without a writer, it holds the thread as a disk does that does not answer.
  const pipe = join(temporaryFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  const reported = Promise.withResolvers<void>()
  const waiting = thread.run('read', pipe, { onReport: () => reported.resolve() })
  const refused = expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })
  await reported.promise
  const closed = thread.close()
  clock.advance(3_000)
  clock.advance(7_000)
  await closed
  await refused
  // A writer that has nothing to say lets it end.
  closeSync(openSync(pipe, 'r+'))
})
