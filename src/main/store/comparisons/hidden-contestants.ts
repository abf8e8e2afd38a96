import type { ComparisonId, MessageId, PaneId, SessionId } from '../../../shared/ids'
import type { ReadableDatabase } from '../database/database'
import { hiddenCondition } from '../database/hidden-sessions'

/**
 * The ids that belong to comparisons whose contestants are hidden, including comparisons in the trash and removed
 * panes.
 */
export class HiddenContestants {
  readonly #all
  readonly #ofMessage
  readonly #sessionOfPane

  constructor(database: ReadableDatabase) {
    this.#all = database.query<{ comparisonId: ComparisonId; paneId: PaneId; sessionId: SessionId }>(`
      SELECT comparisons.id AS comparisonId, panes.id AS paneId, panes.session_id AS sessionId
      FROM comparisons JOIN panes ON panes.comparison_id = comparisons.id WHERE ${hiddenCondition}`)
    this.#ofMessage = database.query<{ id: ComparisonId }>(`
      SELECT comparisons.id FROM messages
      JOIN panes ON panes.session_id = messages.session_id
      JOIN comparisons ON comparisons.id = panes.comparison_id
      WHERE messages.id = ? AND ${hiddenCondition}`)
    this.#sessionOfPane = database.query<{ id: SessionId }>('SELECT session_id AS id FROM panes WHERE id = ?')
  }

  /** The hidden comparisons by their own ids and those of their panes and sessions. */
  ids(): ReadonlyMap<string, ComparisonId> {
    const ids = new Map<string, ComparisonId>()
    for (const { comparisonId, paneId, sessionId } of this.#all.all()) {
      for (const id of [comparisonId, paneId, sessionId]) ids.set(id, comparisonId)
    }
    return ids
  }

  /** The session of a pane; null when there is no such pane. */
  sessionOfPane(id: PaneId): SessionId | null {
    return this.#sessionOfPane.get(id)?.id ?? null
  }

  /** The hidden comparison that shows this message; null when there is none. */
  ofMessage(id: MessageId): ComparisonId | null {
    return this.#ofMessage.get(id)?.id ?? null
  }
}
