import { closeSync, openSync, readSync } from 'node:fs'

import type { ReadableDatabase } from '../database/database'
import { withReadOnly } from '../database/with-read-only'
import { newestVersion } from '../database/migrations/migrations'
import { damagedError, newerVersionError } from '../database/store-errors'
import { assertSchema } from './assert-schema'

/** A version this far above the newest is damage, not a version. */
const plausibleVersionsAhead = 1_000

/**
 * Checks, without writing, whether a file can be opened and used: its schema matches its version, and each table begins
 * and ends where it should. Returns the number of the newest snapshot recorded in it.
 * @throws STORE_DAMAGED; `data.reason` is `newer-version` for one that only a newer Parley can read
 */
export function probeDatabase(file: string): { version: number; snapshotNumber: number } {
  assertHeader(file)
  return withReadOnly(file, (database) => {
    const version = numberOf(database, 'PRAGMA user_version', 'user_version')
    if (version > newestVersion) {
      if (version <= newestVersion + plausibleVersionsAhead) throw newerVersionError(version, newestVersion)
      throw damagedError(new Error(`implausible schema version ${version}`))
    }
    assertSchema(database, version)
    if (version === 0) return { version, snapshotNumber: 0 }
    for (const table of ['sessions', 'messages', 'runs', 'comparisons', 'panes']) {
      numberOf(database, `SELECT min(rowid) AS first FROM ${table}`, 'first')
      numberOf(database, `SELECT max(rowid) AS last FROM ${table}`, 'last')
    }
    const snapshotNumber =
      version === 1 ? 0 : numberOf(database, 'SELECT snapshot_number AS number FROM store_state', 'number')
    return { version, snapshotNumber }
  })
}

/** Catches headers that SQLite would treat as read-only files and refuse as such. */
function assertHeader(file: string): void {
  const header = Buffer.alloc(20)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, header, 0, header.length, 0)
  } finally {
    closeSync(handle)
  }
  const [writeVersion = 0, readVersion = 0] = header.subarray(18)
  const isKnown = [writeVersion, readVersion].every((version) => version === 1 || version === 2)
  if (!isKnown) throw damagedError(new Error('the file format is unknown'))
}

function numberOf(database: ReadableDatabase, sql: string, column: string): number {
  return Number(database.query<Record<string, unknown>>(sql).get()?.[column] ?? 0)
}
