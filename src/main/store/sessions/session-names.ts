import type { ComparisonId, MessageId, SessionId } from '../../../shared/ids'
import type { Usage } from '../../../shared/sessions/messages'
import type { WritableDatabase } from '../database/database'
import { type EndedRequest, SpendingLedger, withUsage } from '../spending/spending-ledger'

/** A chat that neither the user nor a model has named, or a pane's comparison that the user has not named. */
export type Unnamed =
  | { kind: 'chat'; id: SessionId }
  | { kind: 'comparison'; id: ComparisonId; title: string | null }

/**
 * Names chats and comparisons that have no title but their first message, and records the usage of generating titles.
 * Comparisons whose contestants are hidden are left out: the title and its cost would tell who was first.
 */
export class SessionNames {
  readonly #database: WritableDatabase
  readonly #unnamed
  readonly #unnamedComparison
  readonly #earlierAnswer
  readonly #name
  readonly #nameComparison
  readonly #usage
  readonly #setUsage
  readonly #ledger

  constructor(database: WritableDatabase) {
    this.#database = database
    const unnamed = "kind = 'chat' AND title_source IN ('none', 'auto') AND deleted_at IS NULL"
    this.#unnamed = database.query<{ id: SessionId }>(`SELECT id FROM sessions WHERE id = ? AND ${unnamed}`)
    const unnamedComparison = `title_source IN ('none', 'auto') AND deleted_at IS NULL
      AND (is_blind = 0 OR revealed_at IS NOT NULL)`
    this.#unnamedComparison = database.query<{ id: ComparisonId; title: string | null }>(`
      SELECT id, title FROM comparisons WHERE ${unnamedComparison}
        AND id = (SELECT comparison_id FROM panes WHERE session_id = ? AND removed_at IS NULL)`)
    this.#earlierAnswer = database.query<{ id: MessageId }>(`
      SELECT id FROM messages
      WHERE session_id = ? AND role = 'assistant' AND status = 'complete'
        AND number < (SELECT number FROM messages WHERE id = ?)
      LIMIT 1`)
    this.#nameComparison = database.command(
      `UPDATE comparisons SET title = ?, title_source = 'auto' WHERE id = ? AND ${unnamedComparison}`,
    )
    this.#name = database.command(
      `UPDATE sessions SET title = ?, title_source = 'named' WHERE id = ? AND ${unnamed}`,
    )
    this.#usage = database.query<{ usage: string | null }>(
      "SELECT background_usage AS usage FROM sessions WHERE id = ? AND kind = 'chat'",
    )
    this.#ledger = new SpendingLedger(database)
    this.#setUsage = database.command('UPDATE sessions SET background_usage = ? WHERE id = ?')
  }

  /** What the title of an answer in this session would be for; null if that has one. */
  unnamedOf(id: SessionId): Unnamed | null {
    if (this.#unnamed.get(id) !== undefined) return { kind: 'chat', id }
    const comparison = this.#unnamedComparison.get(id)
    return comparison === undefined ? null : { kind: 'comparison', ...comparison }
  }

  /** No complete answer in the session is older. */
  isFirstAnswer(id: SessionId, answerId: MessageId): boolean {
    return this.#earlierAnswer.get(id, answerId) === undefined
  }

  /** Names it unless it has been named or deleted since; returns whether it did. */
  name({ kind, id }: Unnamed, title: string): boolean {
    return (kind === 'chat' ? this.#name : this.#nameComparison).run(title, id) === 1
  }

  /**
   * Adds the usage of a run that leaves no message, and records what it cost, even if the session was erased. A pane
   * shows only the usage of its answers.
   */
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
