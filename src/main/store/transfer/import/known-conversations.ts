import type { MessageId, SessionId } from '../../../../shared/ids'
import type { ReadableDatabase } from '../../database/database'

/** Earlier imports, by origin. Conversations in the trash count only for imports into the trash. */
export class KnownConversations {
  readonly #session
  readonly #message
  readonly #isImported

  constructor(database: ReadableDatabase) {
    this.#session = database.query<{ id: SessionId; hash: string | null }>(`
      SELECT id, origin_hash AS hash FROM sessions
      WHERE origin = :origin AND kind = 'chat' AND state = 'ready' AND (deleted_at IS NULL OR :isDeleted) ORDER BY number DESC LIMIT 1`)
    this.#message = database.query<{ id: MessageId; parts: string }>(
      'SELECT id, parts FROM messages WHERE session_id = ? AND origin = ?',
    )
    this.#isImported = database.query<{ isImported: number }>(
      'SELECT origin IS NOT NULL AS isImported FROM messages WHERE id = ?',
    )
  }

  session(origin: string, isDeleted: boolean): { id: SessionId; hash: string | null } | undefined {
    return this.#session.get({ origin, isDeleted: isDeleted ? 1 : 0 })
  }

  /** The session's message that the file calls `origin`, with its stored parts. */
  message(sessionId: SessionId, origin: string): { id: MessageId; parts: string } | undefined {
    return this.#message.get(sessionId, origin)
  }

  /** True if the message was imported. */
  isImported(id: MessageId): boolean {
    return this.#isImported.get(id)?.isImported === 1
  }
}
