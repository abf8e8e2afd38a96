import type { WritableDatabase } from '../database/database'

/**
 * Chats that have messages but show none show their newest branch: the process that imported them ended before the last
 * message of theirs came. That is no change of the user’s, so importing the file again shows what it says.
 */
export function showNewestBranches(database: WritableDatabase, onProblem: (error: unknown) => void): void {
  const show = database.command(`
    UPDATE sessions SET leaf_id = (
      SELECT id FROM messages WHERE session_id = sessions.id ORDER BY number DESC LIMIT 1)
    WHERE leaf_id IS NULL AND state = 'ready'
      AND EXISTS (SELECT 1 FROM messages WHERE session_id = sessions.id)
      -- Another machine may have cleared it.
      AND NOT EXISTS (
        SELECT 1 FROM row_versions WHERE place = 'sessions' AND row_id = sessions.id AND part = 'leaf')`)
  try {
    database.versions.paused(() => show.run())
  } catch (error) {
    onProblem(error)
  }
}
