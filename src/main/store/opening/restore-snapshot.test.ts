import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import type { SnapshotId } from '../../../shared/ids'
import { createManualClock } from '../../base/testing/manual-clock'
import { openDatabase, type WritableDatabase } from '../database/database'
import { migrate } from '../database/migrations/migrations'
import { sessionsAndComparisons } from '../database/migrations/0001-sessions-and-comparisons'
import { knownSnapshots, newestNumber } from '../integrity/snapshots/snapshot-files'
import { prepareRestore } from '../integrity/snapshots/restore-snapshot'
import { storeFiles } from '../database/store-files'
import { addChat, shownChats, textsOf } from '../testing/stored-chats'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { open, titles, events, setAside, fill } from '../testing/opened-store'

/** A file of version 1 with one message, modified by `change`. */
function oldStore(folder: string, change: (old: WritableDatabase) => void): void {
  const quiet = { clock: createManualClock(), onSlowStatement: () => {} }
  const old = openDatabase(storeFiles(folder).database, { ...quiet, newestVersion: 1 })
  migrate(old, [sessionsAndComparisons])
  old.script(`
    INSERT INTO sessions (id, kind, title, title_source, params, pinned, archived, unseen, created_at, updated_at)
      VALUES ('s', 'chat', 'old chat', 'user', '{}', 0, 0, 0, 1, 1);
    INSERT INTO messages (id, session_id, role, status, hidden, created_at, parts)
      VALUES ('m', 's', 'user', 'complete', 0, 1, '[{"type":"text","text":"said"}]');
    UPDATE sessions SET leaf_id = 'm'`)
  change(old)
  old.close()
}

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

test('takes a snapshot of an older file before migrating it, and also of a restored one', async () => {
  const folder = temporaryFolder()
  oldStore(folder, () => {})
  const { snapshots } = storeFiles(folder)
  const first = await open(folder)
  expect([titles(first), shownChats(first)]).toEqual([[], { 'old chat': ['said'] }])
  const [migration] = knownSnapshots(snapshots)
  expect(migration).toMatchObject({ number: 1, reason: 'migration', version: 1 })
  expect(newestNumber(snapshots)).toBe(1)

  addChat(first, 'new', 1)
  first.plan.change({ restore: migration?.id ?? null })
  first.close()
  expect(shownChats(await open(folder))).toEqual({ 'old chat': ['said'] })
})

test('salvages rows from a damaged older file', async () => {
  const folder = temporaryFolder()
  oldStore(folder, (old) => old.script('DROP TABLE panes'))
  const opened = await open(folder)
  expect(shownChats(opened)).toEqual({ 'old chat': ['said'] })
  expect(titles(opened)).toHaveLength(1)
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
  // What a process killed at this point has already done.
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

test('starts with an older file in which a message is not valid JSON', async () => {
  const folder = temporaryFolder()
  oldStore(folder, (old) =>
    old.script("UPDATE messages SET parts = '[{' WHERE id = 'm'; UPDATE sessions SET title = 'damaged chat'"),
  )
  const opened = await open(folder)
  expect(Object.keys(shownChats(opened))).toEqual(['damaged chat'])
  expect(titles(opened)).toHaveLength(1)
})
