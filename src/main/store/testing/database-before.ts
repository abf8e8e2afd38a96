import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { openDatabase, type WritableDatabase } from '../database/database'
import { migrate, migrations, newestVersion } from '../database/migrations/migrations'

/** An empty database as it was before the migration to `version`, which is closed after the running test. */
export function databaseBefore(version: number): WritableDatabase {
  const database = openDatabase(join(temporaryFolder(), 'parley.db'), {
    newestVersion,
    clock: createManualClock(),
    onSlowStatement: () => {},
  })
  onTestFinished(() => database.close())
  migrate(
    database,
    migrations.filter((migration) => migration.version < version),
  )
  return database
}
