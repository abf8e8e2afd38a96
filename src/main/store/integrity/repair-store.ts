import { chmodSync, copyFileSync, existsSync, statSync } from 'node:fs'

import { systemClock } from '../../base/clock'
import { syncFile } from '../../base/files/synced-files'
import {
  openDatabase,
  openReadOnly,
  type ReadableDatabase,
  type ReadOnlyDatabase,
  withReadOnly,
  type WritableDatabase,
} from '../database/database'
import { forgetGrants, verifySnapshot } from './snapshots'
import { migrate, newestVersion } from '../database/migrations/migrations'
import { newestNumber, type SnapshotFile, snapshotFiles } from './snapshot-files'
import { type DatabaseContent, verifyDatabase } from './verify-database'
import { removeNext, type StoreFiles, storeFiles } from '../database/store-files'
import { carveRows } from './carve-rows'
import type { LostMessage } from './salvage-messages'
import { salvage, type Salvaged } from './salvage'
import { readOrNull } from './walk-rows'

/** A request for a repair, with its starting point. */
export interface RepairOrder {
  dataFolder: string
  /** The starting point: the newest good snapshot, or the file itself when only its log is damaged. */
  base: 'snapshot' | 'file'
  /** The log may contain usable data that SQLite does not read. */
  isLogBroken: boolean
}

/** The result of a repair, in `parley.db.next`. */
export interface Repaired extends DatabaseContent {
  /** The snapshot that it is based on; null when there is no good one. */
  snapshot: { createdAt: number | null; content: DatabaseContent } | null
  /** The numbers of messages and sessions added from the damaged file; null when nothing can be read. */
  salvaged: { messageCount: number; sessionCount: number } | null
  lost: LostBySession[]
  /** Nothing else was lost, as far as the disk shows. */
  isLostComplete: boolean
  /** The time of the newest message after the repair; null without any. */
  newestMessageAt: number | null
}

/** The number of lost messages of one chat. */
export interface LostBySession {
  /** Null when the chat itself is lost. */
  title: string | null
  count: number
}

const quiet = { clock: systemClock, onSlowStatement: () => {} }

/**
 * Builds an intact database from the newest good snapshot and what is readable of the current one, which must be closed
 * and stays unchanged.
 * @throws STORE_FULL
 */
export function repairStore(order: RepairOrder): Repaired {
  const files = storeFiles(order.dataFolder)
  removeNext(files)
  try {
    const snapshot = order.base === 'snapshot' ? placeSnapshot(files) : null
    if (order.base === 'file') copyFile(files)
    const made = fillNext(files, snapshot, order)
    const content = verifyDatabase(files.next)
    syncFile(files.next)
    return { ...made, ...content }
  } catch (error) {
    removeNext(files)
    throw error
  }
}

type PlacedSnapshot = NonNullable<Repaired['snapshot']> & { number: number }

/** Copies the newest good snapshot, preferring those that match their hash to those that are merely consistent. */
function placeSnapshot(files: StoreFiles): PlacedSnapshot | null {
  const snapshots = snapshotFiles(files.snapshots)
  const verifications: ((snapshot: SnapshotFile) => void)[] = [
    ({ path, record }) => verifySnapshot(path, record),
    ({ path }) => verifySnapshot(path, null),
  ]
  for (const verify of verifications) {
    for (const snapshot of snapshots) {
      const isGood = readOrNull(() => {
        verify(snapshot)
        return true
      })
      if (isGood === null) continue
      copyFileSync(snapshot.path, files.next)
      chmodSync(files.next, 0o600)
      const content = verifyDatabase(files.next)
      if (content.version > newestVersion) continue
      return { number: snapshot.number, createdAt: snapshot.record?.createdAt ?? null, content }
    }
  }
  removeNext(files)
  return null
}

function copyFile(files: StoreFiles): void {
  withReadOnly(files.database, (source) => source.copyTo(files.next))
}

function fillNext(
  files: StoreFiles,
  snapshot: PlacedSnapshot | null,
  order: RepairOrder,
): Omit<Repaired, keyof DatabaseContent> {
  const target = openDatabase(files.next, { ...quiet, newestVersion })
  try {
    migrate(target)
    const salvaged = salvageInto(target, files, snapshot, order)
    forgetGrants(target)
    target.command('UPDATE store_state SET snapshot_number = ?').run(newestNumber(files.snapshots))
    return {
      snapshot: snapshot === null ? null : { createdAt: snapshot.createdAt, content: snapshot.content },
      salvaged,
      lost: bySession(target, salvaged?.lost ?? []),
      isLostComplete: salvaged?.isLostComplete ?? false,
      newestMessageAt:
        target.query<{ at: number | null }>('SELECT max(created_at) AS at FROM messages').get()?.at ?? null,
    }
  } finally {
    target.close()
  }
}

function salvageInto(
  target: WritableDatabase,
  files: StoreFiles,
  snapshot: PlacedSnapshot | null,
  { isLogBroken }: RepairOrder,
): Salvaged | null {
  if (!existsSync(files.database)) return null
  const source = openSource(files.database)
  try {
    const number =
      source === null
        ? undefined
        : readOrNull(() =>
            source.query<{ number: number }>('SELECT snapshot_number AS number FROM store_state').get(),
          )?.number
    const isNewer = snapshot === null || number === undefined || number >= snapshot.number
    const carved = source === null || isLogBroken || !isIntact(source) ? carveRows(files.database) : null
    if (source === null && carved?.rows.size === 0) return null
    return salvage({ source, carved, isCarvedNewer: isLogBroken }, target, { isNewer })
  } finally {
    source?.close()
  }
}

function isIntact(source: ReadableDatabase): boolean {
  const verdict = readOrNull(() => source.query<Record<string, string>>('PRAGMA quick_check(1)').get())
  return verdict !== null && verdict !== undefined && Object.values(verdict)[0] === 'ok'
}

/** Null when SQLite cannot read anything. */
function openSource(file: string): ReadOnlyDatabase | null {
  // An empty file must not be opened: SQLite would remove its log.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return null
  return readOrNull(() => openReadOnly(file, quiet))
}

function bySession(target: WritableDatabase, lost: readonly LostMessage[]): LostBySession[] {
  const titleOf = target.query<{ title: string | null }>('SELECT title FROM sessions WHERE id = ?')
  const counts = new Map<string | null, number>()
  for (const { sessionId } of lost) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1)
  return [...counts]
    .map(([sessionId, count]) => ({
      title: sessionId === null ? null : (titleOf.get(sessionId)?.title ?? null),
      count,
    }))
    .toSorted((one, other) => other.count - one.count)
}
