import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { toErrorData } from '../../../../shared/failures/failure'
import { randomId } from '../../../base/new-id'
import type { JobRunner } from '../../../base/threads/job'
import type { StoreJobs } from '../../store-jobs'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { ChatExports } from './chat-exports'

/** Writes a file of a few bytes, whatever was requested. */
const jobs = {
  run(_name: string, { file }: { file: string }) {
    writeFileSync(file, 'bytes')
    return Promise.resolve({ fileName: 'chats.zip', sizeBytes: 5 })
  },
} as unknown as JobRunner<StoreJobs>

function exporting() {
  const reported: unknown[] = []
  const note = (_source: string, error: unknown) => void reported.push(error)
  const folder = temporaryFolder()
  const chatExports = new ChatExports(folder, {
    databaseFile: '',
    jobs,
    unsaved: () => [],
    settings: () => ({ settings: {}, providers: [], models: [] }),
    newId: randomId,
    home: '/home/user',
    errors: { fatal: note, warning: note },
  })
  return { chatExports, reported, transfers: join(folder, 'transfers') }
}

test('reports a piece requested while its export is discarded as gone, not as a bug', async () => {
  const { chatExports, reported, transfers } = exporting()
  const owner = new AbortController().signal
  const run = chatExports.start({ format: 'json' }, owner, toErrorData)
  await expect.poll(() => run.end).toEqual({ reason: 'completed' })
  const [ready] = run.take(10)
  if (ready?.type !== 'ready') throw new Error('the export is not ready')
  // As on the fastest possible disk.
  for (const name of readdirSync(transfers)) rmSync(join(transfers, name))
  const reading = chatExports.read(ready.exportId, 0, owner)
  const discarding = chatExports.discard(ready.exportId, owner)
  await expect(reading).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await discarding
  expect(reported).toEqual([])
})
