import { expect, test } from 'vitest'

import { ParleyError } from '../../../../shared/errors'
import type { JobRunner } from '../../../base/threads/job'
import { createManualClock } from '../../../base/testing/manual-clock'
import type { SessionStore } from '../../../store/sessions/session-store'
import type { TemporaryChats } from '../../../store/sessions/temporary-chats'
import type { StoreJobs } from '../../../store/store-jobs'
import { searchHandlers } from './session-handlers'

const context = {
  signal: new AbortController().signal,
  connection: { closed: new AbortController().signal },
  afterAnswer: () => {},
}

function handlersOn(outcome: Error, failures: ParleyError[]) {
  const jobs: JobRunner<StoreJobs> = { run: () => Promise.reject(outcome) }
  return searchHandlers({
    jobs,
    files: { file: 'nowhere', dataFolder: 'nowhere' },
    store: {} as SessionStore,
    temporary: { has: () => false } as unknown as TemporaryChats,
    clock: createManualClock(),
    onStoreFailure: (error) => failures.push(error),
    onSlow: () => {},
  })
}

test('reports store failures in the thread to the rest of the app, and no other errors', async () => {
  const failures: ParleyError[] = []
  const damaged = new ParleyError('STORE_DAMAGED', 'damaged')
  const search = async (outcome: Error) =>
    handlersOn(outcome, failures)['sessions.search']({ query: 'a' }, context)
  await expect(search(damaged)).rejects.toBe(damaged)
  await expect(search(new ParleyError('CANCELLED', 'given up'))).rejects.toMatchObject({ code: 'CANCELLED' })
  await expect(search(new TypeError('a bug'))).rejects.toThrow('a bug')
  expect(failures).toEqual([damaged])
})
