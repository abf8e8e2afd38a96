import type { MessageId, SessionId } from '../../shared/ids'
import type { Message } from '../../shared/messages'
import type { Session } from '../../shared/sessions'
import type { NewId } from '../base/ids'
import type { WritableDatabase } from './database'
import { MessageRows } from './message-rows'
import { sessionNotFound } from './not-found'
import { newSessionRow, type SessionRow, SessionRows, toSession } from './session-rows'

/** A message of a tree that is about to be stored. `key` and `parentKey` name messages within that tree only. */
export interface TreeMessage extends Omit<Message, 'id' | 'sessionId' | 'parentId' | 'runId'> {
  key: string
  parentKey: string | null
  /** What the file that it came from calls it; unique in its session. */
  origin?: string
}

/** The columns of a session that is about to be stored with its messages. */
export type TreeSession = Partial<Omit<SessionRow, 'id' | 'state' | 'leaf_id'>> &
  Pick<SessionRow, 'created_at'>

/** Rows that one transaction writes: few enough that nobody waits for it. */
const rowsPerStep = 200

/**
 * Stores whole message trees, each under fresh ids: all of a tree or nothing. A large one is written in steps, between
 * which others get their turn; until its last step the session is in no list, and a restart takes away what is not
 * finished.
 */
export class TreeWriter {
  readonly #database: WritableDatabase
  readonly #newId: NewId
  readonly #sessions: SessionRows
  readonly #messages: MessageRows
  readonly #erase
  readonly #pause: () => Promise<void>

  /** `pause` lets others have their turn. */
  constructor(database: WritableDatabase, deps: { newId: NewId; pause: () => Promise<void> }) {
    this.#database = database
    this.#newId = deps.newId
    this.#pause = deps.pause
    this.#sessions = new SessionRows(database)
    this.#messages = new MessageRows(database)
    this.#erase = eraseCommands(database)
  }

  /**
   * Stores the session with `messages`, parents before children; its leaf is `leafKey`.
   * @throws STORE_FULL, STORE_DAMAGED, or the signal's reason; then nothing of it is left
   */
  async write(
    session: TreeSession,
    messages: readonly TreeMessage[],
    leafKey: string | null,
    signal?: AbortSignal,
  ): Promise<Session> {
    const row = newSessionRow({ ...session, id: this.#newId<SessionId>(), state: 'importing' })
    this.#sessions.insert(row)
    try {
      const ids = new Map<string, MessageId>()
      await this.#insertAll(row.id, messages, ids, signal)
      const ready: SessionRow = {
        ...row,
        state: 'ready',
        leaf_id: leafKey === null ? null : (ids.get(leafKey) ?? null),
      }
      this.#sessions.update(ready)
      return toSession(ready)
    } catch (error) {
      this.#eraseTree(row.id)
      throw error
    }
  }

  /** Takes away what an earlier process left half written. To be called once, before anything else is written. */
  eraseUnfinished(): number {
    const unfinished = this.#erase.unfinished.all()
    for (const { id } of unfinished) this.#eraseTree(id)
    return unfinished.length
  }

  /** Erases a session with all it has, for good. @throws NOT_FOUND */
  erase(id: SessionId): void {
    if (this.#sessions.get(id) === undefined) throw sessionNotFound(id)
    this.#eraseTree(id)
  }

  async #insertAll(
    sessionId: SessionId,
    messages: readonly TreeMessage[],
    ids: Map<string, MessageId>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (let start = 0; start < messages.length; start += rowsPerStep) {
      if (start > 0) await this.#pause()
      signal?.throwIfAborted()
      this.#database.transaction(() => {
        for (const message of messages.slice(start, start + rowsPerStep)) {
          this.#insert(sessionId, message, ids)
        }
      })
    }
  }

  #insert(sessionId: SessionId, message: TreeMessage, ids: Map<string, MessageId>): void {
    const { key, parentKey, origin, ...content } = message
    const id = this.#newId<MessageId>()
    ids.set(key, id)
    const parentId = parentKey === null ? null : (ids.get(parentKey) ?? null)
    this.#messages.insert({ ...content, id, sessionId, parentId }, origin ?? null)
  }

  #eraseTree(id: SessionId): void {
    this.#database.transaction(() => {
      for (const command of this.#erase.commands) command.run(id)
    })
  }
}

function eraseCommands(database: WritableDatabase) {
  return {
    unfinished: database.query<{ id: SessionId }>("SELECT id FROM sessions WHERE state = 'importing'"),
    commands: [
      database.command('UPDATE sessions SET leaf_id = NULL WHERE id = ?'),
      database.command('DELETE FROM run_journal WHERE run_id IN (SELECT id FROM runs WHERE session_id = ?)'),
      database.command('DELETE FROM runs WHERE session_id = ?'),
      database.command('DELETE FROM queued_messages WHERE session_id = ?'),
      // All in one statement: references among them are checked at its end.
      database.command('DELETE FROM messages WHERE session_id = ?'),
      database.command('DELETE FROM sessions WHERE id = ?'),
    ],
  }
}
