import { expect, test } from 'vitest'

import { ParleyError } from '../../../../shared/errors'
import { randomId } from '../../../base/new-id'
import type { JobRunner } from '../../../base/threads/job'
import { ChatExports } from '../../../store/transfer/export/chat-exports'
import type { StoreJobs } from '../../../store/store-jobs'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { exportHandlers } from './export-handlers'

test('refuses an export without disk space like any other store failure', async () => {
  const jobs = {
    run: () => Promise.reject(new ParleyError('STORE_FULL', 'The disk is full.')),
  } as unknown as JobRunner<StoreJobs>
  const { streams } = exportHandlers(
    new ChatExports(temporaryFolder(), {
      databaseFile: '',
      jobs,
      unsaved: () => [],
      settings: () => ({ settings: {}, providers: [], models: [] }),
      newId: randomId,
      home: '/home/user',
      errors: { fatal: () => {}, warning: () => {} },
    }),
    { rankingWithVotes: () => Promise.reject(new Error('no ranking is exported')) },
    { noteShared: () => {} },
  )
  const connection = { closed: new AbortController().signal }
  const run = streams['export.run']({ format: 'json' }, { connection, signal: connection.closed })
  await expect
    .poll(() => run.end)
    .toMatchObject({
      reason: 'failed',
      error: { code: 'DEGRADED', data: { cause: { code: 'STORE_FULL' } } },
    })
})
