import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { Session } from '../../../shared/sessions/sessions'
import type { Clock } from '../../base/clock'
import type { ReadableDatabase } from '../database/database'
import { ancestors, messageColumns, type MessageRow, toMessage } from '../messages/message-rows'
import { messageNotFound, sessionNotFound } from '../database/store-errors'
import { type SearchInput, type SearchResult, SessionSearch } from '../search/session-search'
import { untitledSession } from '../messages/title'
import type { StoreReader } from './store-reader'

/** A chat as seen by an external reader. */
export type ReadSession = Pick<Session, 'id' | 'title' | 'model' | 'workspace' | 'createdAt' | 'updatedAt'>

type ReadRow = Omit<ReadSession, 'title'> & { title: string | null; leafId: MessageId | null }

/**
 * Reads the chats of a data folder that another Parley may be using. Every call may throw STORE_DAMAGED, with
 * `data.reason` `newer-version` when only a newer Parley can read it, and STORE_FULL.
 */
export class SessionReader {
  readonly #store: StoreReader
  readonly #clock: Clock

  constructor(store: StoreReader, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** Finds nothing when there is no store. */
  search(input: Omit<SearchInput, 'now'>): SearchResult {
    const nothing: SearchResult = { hits: [], hasMore: false, problems: [] }
    return this.#store.read(nothing, (database) =>
      new SessionSearch(database).search({ ...input, now: this.#clock.now() }),
    )
  }

  /** Chats by last change, newest first. */
  newest(limit: number): ReadSession[] {
    return this.#store.read<ReadSession[]>([], (database) =>
      database
        .query<ReadRow>(
          `${sessionColumns} WHERE kind = 'chat' AND state = 'ready' AND deleted_at IS NULL AND archived = 0
           ORDER BY updated_at DESC, id DESC LIMIT ?`,
        )
        .all(limit)
        .map(toReadSession),
    )
  }

  /**
   * The newest visible messages of the path, or those before `before`; oldest first.
   * @throws NOT_FOUND the session does not exist, its contestant is hidden, or the message is not on its path
   */
  page(input: { sessionId: SessionId; limit: number; before: MessageId | null }): {
    session: ReadSession
    messages: Message[]
    hasMore: boolean
  } {
    const { sessionId, limit, before } = input
    const page = this.#store.read(null, (database) => {
      const row = database
        .query<ReadRow>(`${sessionColumns} WHERE id = ? AND state = 'ready' AND deleted_at IS NULL`)
        .get(sessionId)
      if (row === undefined) return null
      const { leafId } = row
      const rows = leafId === null ? [] : pathRows(database, { leafId, before, limit: limit + 1 })
      if (before !== null && (leafId === null || !isOnPath(database, leafId, before))) {
        throw messageNotFound(before)
      }
      return {
        session: toReadSession(row),
        messages: rows.slice(0, limit).toReversed().map(toMessage),
        hasMore: rows.length > limit,
      }
    })
    if (page === null) throw sessionNotFound(sessionId)
    return page
  }
}

const sessionColumns = `SELECT id, title, model, workspace, created_at AS createdAt, updated_at AS updatedAt,
  leaf_id AS leafId FROM sessions`

function toReadSession({ leafId: _leafId, title, ...rest }: ReadRow): ReadSession {
  return { ...rest, title: title ?? untitledSession }
}

/** Newest first. */
function pathRows(
  database: ReadableDatabase,
  input: { leafId: MessageId; before: MessageId | null; limit: number },
): MessageRow[] {
  return database
    .query<MessageRow>(
      `${ancestors}
       SELECT ${messageColumns} FROM path CROSS JOIN messages USING (number)
       WHERE hidden = 0
         AND (:before IS NULL OR at < (SELECT depth FROM messages AS named WHERE named.id = :before))
       ORDER BY at DESC LIMIT :limit`,
    )
    .all({ from: input.leafId, fromDepth: 0, before: input.before, limit: input.limit })
}

function isOnPath(database: ReadableDatabase, leafId: MessageId, id: MessageId): boolean {
  return (
    database
      .query<{ id: MessageId }>(
        `${ancestors} SELECT id FROM path CROSS JOIN messages USING (number) WHERE id = :id`,
      )
      .get({ from: leafId, fromDepth: 0, id }) !== undefined
  )
}
