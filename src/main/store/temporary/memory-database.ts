import type { Clock } from '../../base/clock'
import { type DatabaseOptions, openDatabase, type WritableDatabase } from '../database/database'
import { migrate, newestVersion } from '../database/migrations/migrations'

/** Opens an empty in-memory database with the tables of the stored one. None of it reaches a disk. */
export function openMemoryDatabase(options: {
  clock: Clock
  onSlowStatement: DatabaseOptions['onSlowStatement']
}): WritableDatabase {
  const database = openDatabase(':memory:', { ...options, newestVersion })
  // SQLite would use a file to sort large results.
  database.script('PRAGMA temp_store = MEMORY')
  migrate(database)
  return database
}
