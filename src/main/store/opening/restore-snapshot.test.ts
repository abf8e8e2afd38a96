import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import type { SnapshotId } from '../../../shared/ids'
import { knownSnapshots } from '../integrity/snapshot-files'
import { prepareRestore } from '../integrity/snapshots'
import { storeFiles } from '../database/store-files'
import { addChat, shownChats, textsOf } from '../testing/stored-chats'
import { open, events, setAside, fill } from '../testing/opened-store'

test('restoring a snapshot keeps the previous state as a snapshot, and can be undone', async () => {
  const first = await open()
  addChat(first, 'one', 1)
  await first.take()
  addChat(first, 'two', 1)
  const [snapshot] = knownSnapshots(storeFiles(first.folder).snapshots)
  first.plan.change({ restore: snapshot?.id ?? null })
  first.close()

  const second = await open(first.folder)
  expect(shownChats(second)).toEqual({ one: textsOf('one', 1) })
  const [before] = knownSnapshots(storeFiles(first.folder).snapshots)
  expect(before).toMatchObject({ reason: 'restore', sessionCount: 2, messageCount: 4 })
  expect(setAside(first.folder)).toEqual([])
  second.plan.change({ restore: before?.id ?? null })
  second.close()
  const third = await open(first.folder)
  expect(Object.keys(shownChats(third)).toSorted()).toEqual(['one', 'two'])
})

test('restoring a snapshot that has gone bad changes nothing and is reported', async () => {
  const first = await open()
  addChat(first, 'one', 1)
  await first.take()
  addChat(first, 'two', 1)
  const { snapshots } = storeFiles(first.folder)
  first.plan.change({ restore: knownSnapshots(snapshots)[0]?.id ?? null })
  first.close()
  fill(join(snapshots, 'snapshot-000001.db'), 100, 200)
  const second = await open(first.folder)
  expect(Object.keys(shownChats(second)).toSorted()).toEqual(['one', 'two'])
  expect(events(second)).toMatchObject([
    { code: 'not-restored', error: { code: 'STORE_DAMAGED', data: { reason: 'snapshot' } } },
  ])
  expect(second.plan.read()).toEqual({ repair: null, restore: null, swap: null })
})

test('an interrupted restore still finds its snapshot, even if it was the oldest one kept', async () => {
  const first = await open()
  addChat(first, 'one', 1)
  for (let count = 0; count < 5; count += 1) await first.take()
  addChat(first, 'two', 1)
  const { snapshots } = storeFiles(first.folder)
  const snapshotId = knownSnapshots(snapshots).at(-1)?.id ?? ('' as SnapshotId)
  first.plan.change({ restore: snapshotId })
  first.close()
  // A process killed at this point has already done this.
  prepareRestore({ dataFolder: first.folder, snapshotId, at: 1 })

  const second = await open(first.folder)
  expect(shownChats(second)).toEqual({ one: textsOf('one', 1) })
  expect(events(second)).toEqual([{ code: 'restored', snapshotAt: expect.any(Number) }])
})

test('repairs a file with undetected damage first, and still restores a good snapshot', async () => {
  const first = await open()
  addChat(first, 'one', 1)
  await first.take()
  addChat(first, 'two', 60, { textChars: 1_000 })
  const { database, snapshots } = storeFiles(first.folder)
  first.plan.change({ restore: knownSnapshots(snapshots)[0]?.id ?? null })
  first.close()
  const page = readFileSync(database).indexOf('answer two 30')
  fill(database, page - (page % 4_096), page - (page % 4_096) + 4_096)

  const second = await open(first.folder)
  expect(shownChats(second)).toEqual({ one: textsOf('one', 1) })
  expect(events(second)).toMatchObject([{ code: 'restored' }, { code: 'repaired', damage: 'unreadable' }])
  expect(knownSnapshots(snapshots)[0]).toMatchObject({ reason: 'restore', sessionCount: 2 })
})
