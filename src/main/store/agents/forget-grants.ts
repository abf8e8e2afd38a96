import type { WritableDatabase } from '../database/database'

/**
 * Removes consents, permissions for folders and agents' sessions from a database that was out of use, such as a snapshot:
 * consents may have been revoked since, and the sessions have moved on. Those of hidden contestants are sealed. What was
 * refused stays refused, and tools stay on, because their calls ask again.
 */
export function forgetGrants(database: WritableDatabase): void {
  database.transaction(() =>
    database.script(`
      DELETE FROM consents WHERE decision = 'allow';
      DELETE FROM tool_consents WHERE decision = 'allow';
      DELETE FROM agent_turns;
      UPDATE sessions SET permission = NULL, isolation = NULL
        WHERE permission IS NOT NULL OR isolation IS NOT NULL;
      DELETE FROM sealed WHERE place = 'agent_turns'
        OR (place IN ('consents', 'tool_consents') AND columns ->> '$.decision' = 'allow');
      UPDATE sealed SET columns = json_set(columns, '$.permission', NULL, '$.isolation', NULL)
        WHERE place = 'sessions';
      UPDATE knowledge_sources SET is_allowed = 0 WHERE kind = 'folder'`),
  )
}
