import { join } from 'node:path'

import { type DatabaseOptions, openDatabase, type WritableDatabase } from './database'
import { migrate, newestVersion } from './migrations'

/**
 * Opens the one database of a data folder and brings it to the newest version. The folder is locked by the caller.
 * @throws STORE_DAMAGED not readable, or written by a newer Parley (`data.reason` is `newer-version`)
 * @throws STORE_FULL
 */
export function openSessionDatabase(
  folder: string,
  options: Omit<DatabaseOptions, 'newestVersion'>,
): WritableDatabase {
  const database = openDatabase(join(folder, 'parley.db'), { ...options, newestVersion })
  try {
    migrate(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
