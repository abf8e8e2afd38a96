import type { ReadableDatabase } from '../database/database'

/** The folders in which agents of chats and panes worked, and whether a workspace made for an agent is still needed. */
export class AgentFolders {
  readonly #recent
  readonly #exists

  constructor(database: ReadableDatabase) {
    this.#recent = database.query<{ workspace: string }>(`
      SELECT workspace FROM sessions
      WHERE workspace IS NOT NULL AND workspace <> '' AND folder_imported = 0
        AND state = 'ready' AND deleted_at IS NULL
      GROUP BY workspace ORDER BY max(updated_at) DESC, max(rowid) DESC LIMIT ?`)
    this.#exists = database.query<{ found: 1 }>('SELECT 1 AS found FROM sessions WHERE id = ?')
  }

  /** The newest first, without duplicates and without those of imported chats that the user has not confirmed. */
  recent(limit: number): string[] {
    return this.#recent.all(limit).map(({ workspace }) => workspace)
  }

  /** Also true for a session in the trash, which may be restored. */
  isKept(sessionId: string): boolean {
    return this.#exists.get(sessionId) !== undefined
  }
}
