import { rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { failure } from '../../../../shared/failures/failure'
import type { SnapshotId } from '../../../../shared/ids'
import type { StoreSnapshot } from '../../../../shared/store/store'
import { syncFile } from '../../../base/files/synced-files'
import { withReadOnly } from '../../database/with-read-only'
import { damagedSnapshotError, isDamage, storeError } from '../../database/store-errors'
import { storeFiles } from '../../database/store-files'
import {
  saveSnapshot,
  prepareFolder,
  pruneSnapshots,
  snapshotName,
  type SnapshotRecord,
} from './snapshot-files'
import { sha256Of, verifyDatabase } from './verify-database'

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
