import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
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

function migrateOnce(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  try {
    openSessionDatabase(folder, { clock: createManualClock(), onSlowStatement: () => {} }).close()
    return readFileSync(storeFiles(folder).database)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
