import type { WritableDatabase } from '../database/database'

/**
 * Takes from a database that stood aside, such as a snapshot, what agents may do by it: a consent that was revoked since
 * does not come back with it. The sessions of agents have gone on meanwhile, and hold something else by now.
 */
export function forgetGrants(database: WritableDatabase): void {
  database.transaction(() =>
    database.script(`
      DELETE FROM consents;
      DELETE FROM agent_turns;
      UPDATE sessions SET permission = NULL, isolation = NULL
        WHERE permission IS NOT NULL OR isolation IS NOT NULL`),
  )
}
