import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import BetterSqlite3 from 'better-sqlite3'

import type { Clock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { type WritableDatabase, writableOver } from '../database/database'
import { newestVersion } from '../database/migrations/migrations'
import { storeFiles } from '../database/store-files'
import { openSessionDatabase } from '../opening/open-session-database'

let migrated: Buffer | null = null

/** A new data folder with an empty store of the newest version, removed after the running test. */
export function newStoreFolder(): string {
  const folder = temporaryFolder()
  fillEmptyFolder(folder)
  return folder
}

/**
 * Puts an empty store of the newest version into a data folder, unless the folder has any files. Copying it costs a
 * fraction of the migrations, which have tests of their own.
 */
export function fillEmptyFolder(folder: string): void {
  if (readdirSync(folder).length > 0) return
  migrated ??= migrateOnce()
  writeFileSync(storeFiles(folder).database, migrated, { mode: 0o600 })
}

/** Opens an empty store of the newest version in memory. */
export function openMemoryStore(clock: Clock): WritableDatabase {
  const contents = Buffer.from((migrated ??= migrateOnce()))
  // The header says that the file has a write-ahead log, which memory cannot have.
  contents.fill(1, 18, 20)
  return writableOver(new BetterSqlite3(contents), { newestVersion, clock, onSlowStatement: () => {} })
}

function migrateOnce(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  try {
    openSessionDatabase(folder, { clock: createManualClock(), onSlowStatement: () => {} }).close()
    return readFileSync(storeFiles(folder).database)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
