import type { MessageId, SessionId } from '../../../shared/ids'
import { contentId } from '../../base/content-id'
import type { NewId } from '../../base/new-id'
import type { ReadableDatabase } from '../database/database'

/**
 * Ids of imported chats, made from their content: somebody who imports a file on two machines has each chat once when
 * the machines exchange them. What was erased keeps its id, so what is imported after that gets a random one.
 */
export class ContentIds {
  readonly #newId: NewId
  readonly #isUsed

  constructor(database: ReadableDatabase, newId: NewId) {
    this.#newId = newId
    this.#isUsed = {
      sessions: database.query<object>(`
        SELECT 1 FROM sessions WHERE id = :id
        UNION ALL SELECT 1 FROM row_versions WHERE place = 'sessions' AND row_id = :id`),
      messages: database.query<object>(`
        SELECT 1 FROM messages WHERE id = :id
        UNION ALL SELECT 1 FROM row_versions WHERE place = 'messages' AND row_id = :id`),
    }
  }

  session(content: unknown): SessionId {
    return this.#unused('sessions', content)
  }

  /** `content` includes the session and the parent. */
  message(content: unknown): MessageId {
    return this.#unused('messages', content)
  }

  #unused<Id extends string>(table: 'sessions' | 'messages', content: unknown): Id {
    const id = contentId<Id>(content)
    return this.#isUsed[table].get({ id }) === undefined ? id : this.#newId<Id>()
  }
}
