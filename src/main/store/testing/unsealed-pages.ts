import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { systemClock } from '../../base/clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { openDatabase } from '../database/database'
import { newestVersion } from '../database/migrations/migrations'

/**
 * The bytes of a copy of the database, log included, in every page that does not belong to the table `sealed`: rows,
 * indexes, and what is left in free space.
 */
export function unsealedPages(databaseFile: string): Buffer {
  const folder = temporaryFolder()
  const name = basename(databaseFile)
  for (const file of readdirSync(dirname(databaseFile))) {
    if (file.startsWith(name)) cpSync(join(dirname(databaseFile), file), join(folder, file))
  }
  const copy = join(folder, name)
  const database = openDatabase(copy, { clock: systemClock, onSlowStatement: () => {}, newestVersion })
  database.script('PRAGMA wal_checkpoint(TRUNCATE)')
  const sealed = database
    .query<{ pageno: number }>("SELECT pageno FROM dbstat WHERE name LIKE '%sealed%'")
    .all()
  const pageSize = database.query<{ page_size: number }>('PRAGMA page_size').get()?.page_size ?? 0
  database.close()
  const bytes = readFileSync(copy)
  for (const { pageno } of sealed) bytes.fill(0, (pageno - 1) * pageSize, pageno * pageSize)
  return bytes
}
