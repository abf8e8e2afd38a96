import type { WritableDatabase } from '../database'
import { invariant } from '../../../../shared/invariant'
import { initialSchema } from './0001-initial-schema'

/** One step of the schema. A released step is never edited: a later one corrects its mistakes. */
export interface Migration {
  /** Counts from 1 without gaps; the file's `user_version` after this step. */
  readonly version: number
  up(database: WritableDatabase): void
}

/** Every step, in order. */
export const migrations: readonly Migration[] = [initialSchema]

/** The version after `migrate`. */
export const newestVersion = migrations.length

/**
 * Migrates the file from its version to the newest, with one transaction per step: a failing step leaves the file as
 * after the previous step.
 */
export function migrate(database: WritableDatabase, steps: readonly Migration[] = migrations): void {
  const row = database.query<{ user_version: number }>('PRAGMA user_version').get()
  const version = row?.user_version ?? 0
  // A rebuilt table is dropped while others refer to it; dangling references are detected at the end.
  database.script('PRAGMA foreign_keys = OFF')
  try {
    for (const step of steps) {
      if (step.version <= version) continue
      database.transaction(() => {
        step.up(database)
        const dangling = database.query<{ table: string }>('PRAGMA foreign_key_check').all()
        invariant(dangling.length === 0, `migration ${step.version} leaves no dangling references`)
        database.script(`PRAGMA user_version = ${step.version}`)
      })
    }
  } finally {
    database.script('PRAGMA foreign_keys = ON')
  }
}
