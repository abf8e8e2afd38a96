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

test('pieces that are under way when the file is discarded are refused as gone, which is no fault of Parley', async () => {
  const { files, owner, importId, appending, left } = await receiving(8)
  await files.discard(importId, owner.signal)
  for (const result of await appending) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await appending).at(-1)?.status).toBe('rejected')
  expect(left()).toEqual([])
})

test('pieces that are under way when their sender goes leave nothing behind', async () => {
  const { owner, appending, left } = await receiving(8)
  owner.abort()
  const results = await appending
  expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } })
  await expect.poll(left).toEqual([])
})

test('a file is not read while pieces of it are on their way to the disk: it would be taken for shorter', async () => {
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

test('files that begin at the same time are counted like any others', async () => {
  const files = new ReceivedFiles(temporaryFolder(), randomId)
  const owner = new AbortController()
  const begun = await Promise.allSettled(Array.from({ length: 8 }, () => files.begin(1, owner.signal)))
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  owner.abort()
})
