import { invariant } from '../../../../shared/invariant'
import type { WritableDatabase } from '../database'
import { sessionsAndComparisons } from './0001-sessions-and-comparisons'
import { treesSearchAndBin } from './0002-trees-search-and-bin'
import { attachments } from './0003-attachments'
import { prompts } from './0004-prompts'
import { agents } from './0005-agents'
import type { Migration } from './migration'

/** Every step, in order. */
export const migrations: readonly Migration[] = [
  sessionsAndComparisons,
  treesSearchAndBin,
  attachments,
  prompts,
  agents,
]

/** The version that `migrate` leaves behind. */
export const newestVersion = migrations.length

/**
 * Brings the file from whatever version it has to the newest, one step and one transaction at a time: a step that
 * fails leaves the file as the step before it left it.
 */
export function migrate(database: WritableDatabase, steps: readonly Migration[] = migrations): void {
  const row = database.query<{ user_version: number }>('PRAGMA user_version').get()
  const version = row?.user_version ?? 0
  // A table that is built anew is dropped while others refer to it; what then refers to nothing is found at the end.
  database.script('PRAGMA foreign_keys = OFF')
  try {
    for (const step of steps) {
      if (step.version <= version) continue
      database.transaction(() => {
        step.up(database)
        const dangling = database.query<{ table: string }>('PRAGMA foreign_key_check').all()
        invariant(dangling.length === 0, `migration ${step.version} leaves no reference without its row`)
        database.script(`PRAGMA user_version = ${step.version}`)
      })
    }
  } finally {
    database.script('PRAGMA foreign_keys = ON')
  }
}
