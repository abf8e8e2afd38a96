import type { ComparisonId, SessionId } from '../../../shared/ids'
import { forgetDraftsOfComparisons } from '../composer/draft-store'
import type { WritableDatabase } from '../database/database'
import type { TreeWriter } from './tree-writer'

/**
 * Removes comparisons at once, so that none can be half restored, and hides their sessions. Returns those, for
 * `TreeWriter.eraseHidden`.
 */
export function comparisonEraser(
  database: WritableDatabase,
  writer: TreeWriter,
): (id: ComparisonId) => SessionId[] {
  const list = database.query<{ id: SessionId }>(`
    SELECT id FROM sessions WHERE state = 'ready' AND id IN (
      SELECT session_id FROM panes WHERE comparison_id = :id
      UNION SELECT session_id FROM merges WHERE comparison_id = :id)`)
  const forgetDrafts = forgetDraftsOfComparisons(database, 'id = ?')
  const erase = database.command('DELETE FROM comparisons WHERE id = ?')
  return (id) =>
    database.transaction(() => {
      const sessions = list.all({ id }).map((row) => row.id)
      // Its tombstone lists what it holds, so its panes go after it.
      database.script('PRAGMA defer_foreign_keys = ON')
      database.versions.paused(() => forgetDrafts.run(id))
      erase.run(id)
      for (const session of sessions) writer.hide(session)
      return sessions
    })
}
