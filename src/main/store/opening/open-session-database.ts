import { type DatabaseOptions, openDatabase, type WritableDatabase } from '../database/database'
import { migrate, type Migration, migrations } from '../database/migrations/migrations'
import { newestNumber } from '../integrity/snapshot-files'
import { takeSnapshot } from '../integrity/snapshots'
import { storeFiles } from '../database/store-files'

/** The path of the database in a data folder. */
export function sessionDatabaseFile(dataFolder: string): string {
  return storeFiles(dataFolder).database
}

/**
 * Opens the database of a data folder and migrates it, after a snapshot of an older version. The caller has locked the
 * folder.
 * @throws STORE_DAMAGED not readable, or written by a newer Parley (`data.reason` is `newer-version`)
 * @throws STORE_FULL also when there is no space for that snapshot
 */
export function openSessionDatabase(
  dataFolder: string,
  options: Omit<DatabaseOptions, 'newestVersion'>,
  steps: readonly Migration[] = migrations,
): WritableDatabase {
  const files = storeFiles(dataFolder)
  const newestVersion = steps.length
  const database = openDatabase(files.database, { ...options, newestVersion })
  try {
    const version = database.query<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0
    const isOlder = version > 0 && version < newestVersion
    if (isOlder) {
      const number = newestNumber(files.snapshots) + 1
      takeSnapshot({ dataFolder, number, reason: 'migration', at: options.clock.now() })
    }
    migrate(database, steps)
    if (isOlder) {
      database.command('UPDATE store_state SET snapshot_number = ?').run(newestNumber(files.snapshots))
    }
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
