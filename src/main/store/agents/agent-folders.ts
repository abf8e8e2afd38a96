import type { ReadableDatabase } from '../database/database'

/** Of chats and panes: which folders agents worked in, and whether one that was made for them is still to be kept. */
export class AgentFolders {
  readonly #recent
  readonly #exists

  constructor(database: ReadableDatabase) {
    this.#recent = database.query<{ workspace: string }>(`
      SELECT workspace FROM sessions
      WHERE workspace IS NOT NULL AND workspace <> '' AND state = 'ready' AND deleted_at IS NULL
      GROUP BY workspace ORDER BY max(updated_at) DESC, max(rowid) DESC LIMIT ?`)
    this.#exists = database.query<{ found: 1 }>('SELECT 1 AS found FROM sessions WHERE id = ?')
  }

  /** The newest first, each once. */
  recent(limit: number): string[] {
    return this.#recent.all(limit).map(({ workspace }) => workspace)
  }

  /** Also of one in the bin, which may come back. */
  isKept(sessionId: string): boolean {
    return this.#exists.get(sessionId) !== undefined
  }
}
