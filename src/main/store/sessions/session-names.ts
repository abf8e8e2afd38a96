import type { SessionId } from '../../../shared/ids'
import type { Usage } from '../../../shared/sessions/messages'
import type { WritableDatabase } from '../database/database'
import { type EndedRequest, SpendingLedger, withUsage } from '../spending/spending-ledger'

/** Names chats that have no title but their first message, and records the usage of generating titles. */
export class SessionNames {
  readonly #database: WritableDatabase
  readonly #unnamed
  readonly #answers
  readonly #name
  readonly #usage
  readonly #setUsage
  readonly #ledger

  constructor(database: WritableDatabase) {
    this.#database = database
    const unnamed = "kind = 'chat' AND title_source IN ('none', 'auto') AND deleted_at IS NULL"
    this.#unnamed = database.query<{ id: SessionId }>(`SELECT id FROM sessions WHERE id = ? AND ${unnamed}`)
    this.#answers = database.query<{ count: number }>(`
      SELECT count(*) AS count FROM (
        SELECT 1 FROM messages WHERE session_id = ? AND role = 'assistant' AND status = 'complete' LIMIT 2
      )`)
    this.#name = database.command(
      `UPDATE sessions SET title = ?, title_source = 'named' WHERE id = ? AND ${unnamed}`,
    )
    this.#usage = database.query<{ usage: string | null }>(
      'SELECT background_usage AS usage FROM sessions WHERE id = ?',
    )
    this.#ledger = new SpendingLedger(database)
    this.#setUsage = database.command('UPDATE sessions SET background_usage = ? WHERE id = ?')
  }

  /** A chat that neither the user nor a model has named. */
  isUnnamed(id: SessionId): boolean {
    return this.#unnamed.get(id) !== undefined
  }

  /** The chat has exactly one complete answer. */
  hasOneAnswer(id: SessionId): boolean {
    return this.#answers.get(id)?.count === 1
  }

  /** Names the chat unless it has been named or deleted since; returns whether it did. */
  name(id: SessionId, title: string): boolean {
    return this.#name.run(title, id) === 1
  }

  /** Adds the usage of a run that leaves no message, and records what it cost, even if the session was erased. */
  addUsage(
    id: SessionId,
    usage: Usage,
    run: Pick<EndedRequest, 'model' | 'at' | 'mayBeCharged' | 'isFree'>,
  ): void {
    this.#database.transaction(() => {
      this.#ledger.record({ ...run, purpose: 'title', sessionId: id, usage })
      if (Object.keys(usage).length === 0) return
      const row = this.#usage.get(id)
      if (row !== undefined) this.#setUsage.run(withUsage(row.usage, usage), id)
    })
  }
}
