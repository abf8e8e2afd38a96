import type { WritableDatabase } from '../database/database'

/**
 * Removes consents, permissions for folders and agents' sessions from a database that was out of use, such as a snapshot:
 * consents may have been revoked since, and the sessions have moved on. What was refused
 * stays refused, and tools stay on, because their calls ask again.
 */
export function forgetGrants(database: WritableDatabase): void {
  database.transaction(() =>
    database.script(`
      DELETE FROM consents WHERE decision = 'allow';
      DELETE FROM tool_consents WHERE decision = 'allow';
      DELETE FROM agent_turns;
      UPDATE sessions SET permission = NULL, isolation = NULL
        WHERE permission IS NOT NULL OR isolation IS NOT NULL;
      UPDATE knowledge_sources SET is_allowed = 0 WHERE kind = 'folder'`),
  )
}
