import type { ProjectId, SessionId } from '../../../shared/ids'
import { messageText, type Part } from '../../../shared/sessions/messages'
import type { ReadableDatabase } from '../database/database'
import { fromJson } from '../database/stored-json'

const defaultLimit = 100
/** Longer texts are not worth recalling with the arrow keys. */
const maxStoredBytes = 80_000
/** Only this many of the newest messages of all chats are searched for the user's. */
const scannedMessages = 10_000

/** Texts that users sent, to recall and send again. */
export class SentTexts {
  readonly #ofSession
  readonly #ofOthers

  constructor(database: ReadableDatabase) {
    const isSent = `role = 'user' AND hidden = 0 AND octet_length(parts) <= ${maxStoredBytes}`
    this.#ofSession = database.query<{ parts: string }>(
      `SELECT parts FROM messages WHERE session_id = :sessionId AND ${isSent} ORDER BY number DESC LIMIT :limit`,
    )
    this.#ofOthers = database.query<{ parts: string }>(`
      WITH newest AS (
        SELECT number, session_id, parts FROM messages
        WHERE number > (SELECT max(number) FROM messages) - ${scannedMessages}
          AND session_id IS NOT :sessionId AND ${isSent}
      )
      SELECT newest.parts FROM newest
      WHERE EXISTS (
        SELECT 1 FROM sessions
        WHERE sessions.id = newest.session_id AND state = 'ready' AND kind = 'chat' AND deleted_at IS NULL
          AND (:anyProject OR project_id IS :projectId)
      )
      ORDER BY newest.number DESC LIMIT :limit`)
  }

  /**
   * The newest first, without duplicates; those of the session before those of other chats. With a project, only other
   * chats of that project count; null are the chats without one.
   */
  newest(
    sessionId: SessionId | null,
    {
      projectId,
      limit = defaultLimit,
    }: { projectId?: ProjectId | null | undefined; limit?: number | undefined } = {},
  ): string[] {
    const own = sessionId === null ? [] : this.#ofSession.all({ sessionId, limit })
    const texts = new Set(own.map(textOf))
    if (texts.size < limit) {
      const scope = { anyProject: Number(projectId === undefined), projectId: projectId ?? null }
      for (const row of this.#ofOthers.all({ sessionId, limit, ...scope })) texts.add(textOf(row))
    }
    texts.delete('')
    return [...texts].slice(0, limit)
  }
}

function textOf({ parts }: { parts: string }): string {
  return messageText({ parts: fromJson<Part[]>(parts) })
}
