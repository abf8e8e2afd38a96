import { chmodSync, copyFileSync, existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { failure } from '../../../shared/failures/failure'
import type { SnapshotId } from '../../../shared/ids'
import type { StoreSnapshot } from '../../../shared/store/store'
import { syncFile } from '../../base/files/synced-files'
import { openDatabase, withReadOnly, type WritableDatabase } from '../database/database'
import { damagedSnapshotError, isDamage, snapshotNotFound, storeError } from '../database/store-errors'
import { removeNext, storeFiles } from '../database/store-files'
import {
  knownSnapshots,
  newestNumber,
  prepareFolder,
  pruneSnapshots,
  saveSnapshot,
  snapshotName,
  type SnapshotRecord,
} from './snapshot-files'
import { sha256Of, verifyDatabase } from './verify-database'
import { systemClock } from '../../base/clock'
import { migrate, newestVersion } from '../database/migrations/migrations'

/** A request for a snapshot. */
export interface SnapshotOrder {
  dataFolder: string
  /** Higher than that of any other snapshot. */
  number: number
  reason: StoreSnapshot['reason']
  at: number
  /** The number of a snapshot to keep, however many newer ones there are. */
  neededNumber?: number
}

/**
 * Copies the current database, verifies the copy, and only then removes superfluous snapshots.
 * @throws STORE_FULL also when there is too little space to start, STORE_DAMAGED the database is damaged
 */
export function takeSnapshot(order: SnapshotOrder): SnapshotRecord {
  const files = storeFiles(order.dataFolder)
  const name = snapshotName(order.number)
  const copy = join(files.snapshots, `${name}.db.new`)
  try {
    prepareFolder(files.snapshots)
    assertRoom(order.dataFolder, files.database)
    copyDatabase(files.database, copy)
    const content = verifyDatabase(copy)
    const record: SnapshotRecord = {
      id: name as SnapshotId,
      number: order.number,
      createdAt: order.at,
      reason: order.reason,
      sizeBytes: statSync(copy).size,
      sha256: sha256Of(copy),
      ...content,
    }
    saveSnapshot(files.snapshots, copy, record)
    pruneSnapshots(files.snapshots, order.neededNumber)
    return record
  } catch (error) {
    rmSync(copy, { force: true })
    throw storeError(error)
  }
}

/**
 * Verifies that a whole snapshot is what it was when it was taken.
 * @throws STORE_DAMAGED; `data.reason` is `snapshot`
 */
export function verifySnapshot(path: string, record: Pick<SnapshotRecord, 'sha256'> | null): void {
  if (record !== null && sha256Of(path) !== record.sha256) {
    throw damagedSnapshotError(new Error('its contents have changed since it was taken'))
  }
  try {
    verifyDatabase(path)
  } catch (error) {
    const known = storeError(error)
    throw isDamage(known) ? damagedSnapshotError(known) : known
  }
}

function copyDatabase(file: string, copy: string): void {
  withReadOnly(file, (source) => source.copyTo(copy))
  syncFile(copy)
}

/** Requires twice the size: the copy, and as much again so that the snapshot does not fill the disk. */
function assertRoom(dataFolder: string, file: string): void {
  const logBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const neededBytes = 2 * (statSync(file).size + logBytes)
  const { bavail, bsize } = statfsSync(dataFolder)
  if (bavail * bsize >= neededBytes) return
  const mebibytes = Math.ceil(neededBytes / 1024 / 1024)
  throw failure('STORE_FULL', 'snapshot', { mebibytes, neededBytes })
}

/**
 * Makes `parley.db.next` from a snapshot, and takes another snapshot of the current database, which must be closed.
 * @throws NOT_FOUND, STORE_DAMAGED the snapshot has changed (`data.reason` is `snapshot`) or the current database is
 * damaged, STORE_FULL; nothing is changed then
 */
export function prepareRestore(order: {
  dataFolder: string
  snapshotId: SnapshotId
  at: number
}): SnapshotRecord {
  const { dataFolder, snapshotId, at } = order
  const files = storeFiles(dataFolder)
  removeNext(files)
  try {
    const snapshot = checkSnapshot({ dataFolder, snapshotId })
    copyFileSync(join(files.snapshots, `${snapshotName(snapshot.number)}.db`), files.next)
    chmodSync(files.next, 0o600)
    const number = newestNumber(files.snapshots) + 1
    if (existsSync(files.database)) {
      // If the process dies before the swap, the next one needs the same snapshot again.
      takeSnapshot({ dataFolder, number, reason: 'restore', at, neededNumber: snapshot.number })
    }
    const next = openDatabase(files.next, { clock: systemClock, onSlowStatement: () => {}, newestVersion })
    try {
      migrate(next)
      forgetGrants(next)
      next.command('UPDATE store_state SET snapshot_number = ?').run(number)
    } finally {
      next.close()
    }
    verifyDatabase(files.next)
    syncFile(files.next)
    return snapshot
  } catch (error) {
    removeNext(files)
    throw error
  }
}

/** Reads and verifies a whole snapshot. @throws NOT_FOUND, STORE_DAMAGED */
export function checkSnapshot(order: { dataFolder: string; snapshotId: SnapshotId }): SnapshotRecord {
  const { snapshots } = storeFiles(order.dataFolder)
  const record = knownSnapshots(snapshots).find(({ id }) => id === order.snapshotId)
  if (record === undefined) throw snapshotNotFound(order.snapshotId)
  verifySnapshot(join(snapshots, `${snapshotName(record.number)}.db`), record)
  return record
}

/**
 * Removes consents, permissions for folders and agents' sessions from a database that was out of use, such as a snapshot:
 * consents may have been revoked since, and the sessions have moved on. Those of hidden contestants are sealed. What was
 * refused stays refused, and tools stay on, because their calls ask again.
 */
export function forgetGrants(database: WritableDatabase): void {
  database.transaction(() =>
    database.script(`
      DELETE FROM consents WHERE decision = 'allow';
      DELETE FROM tool_consents WHERE decision = 'allow';
      DELETE FROM agent_turns;
      UPDATE sessions SET permission = NULL, isolation = NULL
        WHERE permission IS NOT NULL OR isolation IS NOT NULL;
      DELETE FROM sealed WHERE place = 'agent_turns'
        OR (place IN ('consents', 'tool_consents') AND columns ->> '$.decision' = 'allow');
      UPDATE sealed SET columns = json_set(columns, '$.permission', NULL, '$.isolation', NULL)
        WHERE place = 'sessions';
      UPDATE knowledge_sources SET is_allowed = 0 WHERE kind = 'folder'`),
  )
}
