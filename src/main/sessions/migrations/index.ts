import type { WritableDatabase } from '../database'
import { sessionsAndComparisons } from './0001-sessions-and-comparisons'
import type { Migration } from './migration'

const migrations: readonly Migration[] = [sessionsAndComparisons]

/** The version that `migrate` leaves behind. */
export const newestVersion = migrations.length

/**
 * Brings the file from whatever version it has to the newest, one step and one transaction at a time: a step that
 * fails leaves the file as the step before it left it.
 */
export function migrate(database: WritableDatabase, steps: readonly Migration[] = migrations): void {
  const row = database.query<{ user_version: number }>('PRAGMA user_version').get()
  const version = row?.user_version ?? 0
  for (const step of steps) {
    if (step.version <= version) continue
    database.transaction(() => {
      step.up(database)
      database.script(`PRAGMA user_version = ${step.version}`)
    })
  }
}
