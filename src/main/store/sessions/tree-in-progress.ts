import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { Session } from '../../../shared/sessions/sessions'
import type { NewId } from '../../base/new-id'
import type { WritableDatabase } from '../database/database'
import { MessageRows } from '../messages/message-rows'
import { type SessionRow, SessionRows, toSession } from './session-rows'

/** A message of a tree that is about to be stored. `key` and `parentKey` name messages within that tree only. */
export interface TreeMessage extends Omit<Message, 'id' | 'sessionId' | 'parentId' | 'runId'> {
  key: string
  parentKey: string | null
  /** What the file that it came from calls it; unique in its session. */
  origin?: string
  /** A run wrote it, of which nothing else is known here. */
  isOfRun?: boolean
}

/** The columns of a session that is about to be stored with its messages. */
export type TreeSession = Partial<Omit<SessionRow, 'id' | 'state' | 'leaf_id'>> &
  Pick<SessionRow, 'created_at'>

/** What one transaction writes at most, unless it is a single message: little enough that nobody waits for it. */
const rowsPerStep = 100
const charsPerStep = 48 * 1024
/** What one transaction takes away again at most, unless it is a single message. */
const rowsPerErasure = 200
const bytesPerErasure = 1024 * 1024

/** What every tree is written with. */
export interface TreeParts {
  readonly database: WritableDatabase
  readonly sessions: SessionRows
  readonly messages: MessageRows
  readonly newId: NewId
  readonly pause: () => Promise<void>
  /** Takes away some of the last messages of a session, and answers how many there were. */
  eraseLast(sessionId: SessionId): number
  /** Gives the messages of one session to another. */
  move(from: SessionId, to: SessionId): void
}

export function treeParts(
  database: WritableDatabase,
  deps: { newId: NewId; pause: () => Promise<void> },
): TreeParts {
  const eraseLast = database.command(`
    WITH last (number, bytes) AS (
      SELECT number, octet_length(parts) FROM messages
      WHERE session_id = ? ORDER BY number DESC LIMIT ${rowsPerErasure}
    )
    DELETE FROM messages WHERE number IN (
      SELECT number FROM (SELECT number, sum(bytes) OVER (ORDER BY number DESC) - bytes AS before FROM last)
      WHERE before < ${bytesPerErasure}
    )`)
  const move = database.command('UPDATE messages SET session_id = :to WHERE session_id = :from')
  return {
    ...deps,
    database,
    sessions: new SessionRows(database),
    messages: new MessageRows(database),
    eraseLast: (sessionId) => eraseLast.run(sessionId),
    move: (from, to) => void move.run({ from, to }),
  }
}

/** Takes a tree away again. */
interface TreeErasure {
  /** Others get their turn meanwhile. */
  inSteps(): Promise<void>
  /** For one with no messages. */
  atOnce(): void
}

/** A tree that is being stored. Until it is finished it is in no list, and a restart takes it away. */
export class TreeInProgress {
  readonly #row: SessionRow
  readonly #parts: TreeParts
  readonly #erase: TreeErasure
  readonly #ids = new Map<string, MessageId>()

  constructor(row: SessionRow, parts: TreeParts, erase: TreeErasure) {
    this.#row = row
    this.#parts = parts
    this.#erase = erase
  }

  /** The id of the message with this key; undefined when there is none yet. */
  idOf(key: string): MessageId | undefined {
    return this.#ids.get(key)
  }

  /** Lets messages follow one that is stored already, of whatever session. */
  know(key: string, id: MessageId): void {
    this.#ids.set(key, id)
  }

  /**
   * Stores more of it, parents before children, in steps between which others get their turn.
   * @throws STORE_FULL, STORE_DAMAGED, the signal's reason, or what `messages` throws
   */
  async add(messages: Iterable<TreeMessage>, signal?: AbortSignal): Promise<void> {
    const { database, pause } = this.#parts
    const iterator = messages[Symbol.iterator]()
    for (let next = iterator.next(); next.done !== true;) {
      signal?.throwIfAborted()
      next = database.transaction(() => this.#insertStep(iterator, next))
      if (next.done !== true) await pause()
    }
  }

  /** Puts it into the lists, whole. */
  finish(leafKey: string | null): Session {
    const row: SessionRow = { ...this.#row, state: 'ready', leaf_id: this.#leafOf(leafKey) }
    this.#parts.sessions.update(row)
    // As it is stored: a title with half a character in it is not what it was.
    return toSession(this.#parts.sessions.get(row.id) ?? row)
  }

  /** Gives what was added to the session `row`, which is written too: all of it at once or nothing. */
  joinTo(row: SessionRow): void {
    this.#parts.database.transaction(() => {
      this.#parts.move(this.#row.id, row.id)
      this.#erase.atOnce()
      this.#parts.sessions.update(row)
    })
  }

  /** Takes everything away again, in steps. What cannot be taken away now is gone after a restart. */
  async abandon(): Promise<void> {
    try {
      await this.#erase.inSteps()
    } catch {
      // The store has failed: what it failed with is on its way to the caller already.
    }
  }

  /** Answers what comes after the messages that it has stored. */
  #insertStep(
    iterator: Iterator<TreeMessage>,
    first: IteratorResult<TreeMessage>,
  ): IteratorResult<TreeMessage> {
    let next = first
    let chars = 0
    for (let rows = 0; next.done !== true && rows < rowsPerStep && chars < charsPerStep; rows += 1) {
      chars += this.#insert(next.value)
      next = iterator.next()
    }
    return next
  }

  #insert(message: TreeMessage): number {
    const { key, parentKey, origin, isOfRun, ...content } = message
    const id = this.#parts.newId<MessageId>()
    this.#ids.set(key, id)
    const parentId = parentKey === null ? null : (this.#ids.get(parentKey) ?? null)
    const run = isOfRun === true ? { runId: this.#parts.newId<RunId>() } : {}
    return this.#parts.messages.insert(
      { ...content, ...run, id, sessionId: this.#row.id, parentId },
      origin ?? null,
    )
  }

  #leafOf(key: string | null): MessageId | null {
    return key === null ? null : (this.#ids.get(key) ?? null)
  }
}
