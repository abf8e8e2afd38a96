import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { randomId } from '../../base/new-id'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { ReceivedFiles } from './received-files'

async function receiving(pieceCount: number) {
  const folder = temporaryFolder()
  const files = new ReceivedFiles(folder, randomId)
  const owner = new AbortController()
  const data = Buffer.alloc(100_000, 1)
  const importId = await files.begin(data.length * pieceCount, owner.signal)
  const append = (index: number) =>
    files.append(importId, { offset: index * data.length, data }, owner.signal)
  const appending = Promise.allSettled(Array.from({ length: pieceCount }, (_, index) => append(index)))
  return {
    files,
    owner,
    importId,
    appending,
    left: () => readdirSync(join(folder, 'transfers')),
  }
}

test('reports pieces in flight as gone when the file is discarded, not as a bug', async () => {
  const { files, owner, importId, appending, left } = await receiving(8)
  await files.discard(importId, owner.signal)
  for (const result of await appending) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await appending).at(-1)?.status).toBe('rejected')
  expect(left()).toEqual([])
})

test('pieces in flight leave nothing behind when their sender disconnects', async () => {
  const { owner, appending, left } = await receiving(8)
  owner.abort()
  const results = await appending
  expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } })
  await expect.poll(left).toEqual([])
})

test('does not read a file while pieces are still being written, which would truncate it', async () => {
  const { files, owner, importId, appending } = await receiving(2)
  expect(() => files.read(importId, owner.signal)).toThrow(
    expect.objectContaining({
      code: 'INVALID_INPUT',
      data: { field: 'importId', reason: 'bytes-missing', receivedBytes: 0, sizeBytes: 200_000 },
    }),
  )
  await appending
  await files.read(importId, owner.signal).release()
})

test('counts files that begin at the same time', async () => {
  const files = new ReceivedFiles(temporaryFolder(), randomId)
  const owner = new AbortController()
  const begun = await Promise.allSettled(Array.from({ length: 8 }, () => files.begin(1, owner.signal)))
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  owner.abort()
})
