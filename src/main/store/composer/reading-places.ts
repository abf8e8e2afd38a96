import type { MessageId, SessionId } from '../../../shared/ids'
import type { ReadingPlace } from '../../../shared/sessions/reading-place'
import type { Clock } from '../../base/clock'
import type { WritableDatabase } from '../database/database'

/** Beyond this, the places that were left longest ago are forgotten. */
const maxPlaces = 1_000

/** The user's reading position in each stored chat and pane. */
export class ReadingPlaces {
  readonly #database: WritableDatabase
  readonly #clock: Pick<Clock, 'now'>
  readonly #list
  readonly #set
  readonly #forget
  readonly #prune

  constructor(database: WritableDatabase, clock: Pick<Clock, 'now'>) {
    this.#database = database
    this.#clock = clock
    this.#list = database.query<{ sessionId: SessionId; messageId: MessageId; topPx: number }>(
      'SELECT session_id AS sessionId, message_id AS messageId, top_px AS topPx FROM reading_places',
    )
    // A temporary chat, or one that was erased, has no session here.
    this.#set = database.command(`
      INSERT INTO reading_places (session_id, message_id, top_px, updated_at)
      SELECT id, :messageId, :topPx, :updatedAt FROM sessions WHERE id = :sessionId
      ON CONFLICT (session_id) DO UPDATE SET message_id = :messageId, top_px = :topPx, updated_at = :updatedAt`)
    this.#forget = database.command('DELETE FROM reading_places WHERE session_id = ?')
    this.#prune = database.command(`
      DELETE FROM reading_places WHERE session_id IN
        (SELECT session_id FROM reading_places ORDER BY updated_at DESC, session_id LIMIT -1 OFFSET ${maxPlaces})`)
  }

  list(): Record<SessionId, ReadingPlace> {
    return Object.fromEntries(
      this.#list.all().map(({ sessionId, messageId, topPx }) => [sessionId, { messageId, topPx }]),
    )
  }

  /** Null: the user is at the end. Not worth waiting for the disk. */
  set(sessionId: SessionId, place: ReadingPlace | null): void {
    this.#database.relaxed(() => {
      if (place === null) {
        this.#forget.run(sessionId)
        return
      }
      const { messageId, topPx } = place
      this.#set.run({ sessionId, messageId, topPx: Math.round(topPx), updatedAt: this.#clock.now() })
      this.#prune.run()
    })
  }
}
