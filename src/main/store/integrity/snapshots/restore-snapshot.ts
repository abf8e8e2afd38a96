import { chmodSync, copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'

import type { SnapshotId } from '../../../../shared/ids'
import { systemClock } from '../../../base/clock'
import { syncFile } from '../../../base/files/synced-files'
import { openDatabase } from '../../database/database'
import { forgetGrants } from '../../agents/forget-grants'
import { migrate, newestVersion } from '../../database/migrations/migrations'
import { snapshotNotFound } from '../../database/store-errors'
import { removeNext, storeFiles } from '../../database/store-files'
import { knownSnapshots, newestNumber, snapshotName, type SnapshotRecord } from './snapshot-files'
import { takeSnapshot, verifySnapshot } from './take-snapshot'
import { verifyDatabase } from './verify-database'

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
