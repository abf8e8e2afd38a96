import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { Session } from '../../../shared/sessions/sessions'
import type { WritableDatabase } from '../database/database'
import { MessageRows, type NewMessageRow, toMessage, toRow } from '../messages/message-rows'
import { SealedRows } from '../sealed/sealed-rows'
import { shownAnswer } from '../sealed/shown-answer'
import { type SessionRow, SessionRows, toSession } from './session-rows'

/** A message of a tree that is about to be stored. `key` and `parentKey` identify messages within that tree only. */
export interface TreeMessage extends Omit<Message, 'id' | 'sessionId' | 'parentId' | 'runId'> {
  key: string
  parentKey: string | null
  /** The id of the message in the source file; unique in its session. */
  origin?: string
}

/** The columns of a session that is about to be stored with its messages. */
export type TreeSession = Partial<Omit<SessionRow, 'id' | 'state' | 'leaf_id'>> &
  Pick<SessionRow, 'created_at'>

/** The most that one transaction writes, unless it is a single message: little enough not to block others. */
export const rowsPerStep = 128
const charsPerStep = 160 * 1024
/** The most that one transaction erases, unless it is a single message. */
const rowsPerErasure = 200
const bytesPerErasure = 1024 * 1024

/** Makes the id of a message of a tree with this content. */
export type NewMessageId = (content: readonly unknown[]) => MessageId

/** The parts needed to write trees. */
export interface TreeParts {
  readonly database: WritableDatabase
  readonly sessions: SessionRows
  readonly messages: MessageRows
  readonly sealed: SealedRows
  readonly pause: () => Promise<void>
  /** Erases some of the last messages of a session, and returns how many there were. */
  eraseLast(sessionId: SessionId): number
  /** Moves the messages of one session to another. */
  move(from: SessionId, to: SessionId): void
}

/** The operations on the rows of a tree, prepared for one database. */
export function treeParts(database: WritableDatabase, deps: { pause: () => Promise<void> }): TreeParts {
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
    pause: deps.pause,
    database,
    sessions: new SessionRows(database),
    messages: new MessageRows(database),
    sealed: new SealedRows(database),
    eraseLast: (sessionId) => eraseLast.run(sessionId),
    move: (from, to) => void move.run({ from, to }),
  }
}

/** Erases a tree. */
interface TreeErasure {
  /** Yields between steps. */
  inSteps(): Promise<void>
  /** Erases a tree without messages. */
  atOnce(): void
}

/** A tree that is being stored. Once inserted, it is in no list until it is finished, and a restart erases it. */
export class TreeInProgress {
  readonly #row: SessionRow
  readonly #parts: TreeParts & { idOf: NewMessageId }
  readonly #erase: TreeErasure
  readonly #places = new Map<string, { id: MessageId; depth: number }>()

  constructor(row: SessionRow, parts: TreeParts & { idOf: NewMessageId }, erase: TreeErasure) {
    this.#row = row
    this.#parts = parts
    this.#erase = erase
  }

  get sessionId(): SessionId {
    return this.#row.id
  }

  /** The id of the message with this key; undefined if it is not stored yet. */
  idOf(key: string): MessageId | undefined {
    return this.#places.get(key)?.id
  }

  /** Allows messages to follow one that is already stored, in any session. */
  know(key: string, id: MessageId): void {
    this.#places.set(key, { id, depth: this.#parts.messages.place(id)?.depth ?? 0 })
  }

  /**
   * Stores more messages, parents before children, in steps between which it yields. A power cut may undo steps, but
   * not once the tree is finished.
   * @throws STORE_FULL, STORE_DAMAGED, the signal's reason, or what `messages` throws
   */
  async add(messages: Iterable<TreeMessage>, signal?: AbortSignal): Promise<void> {
    await this.addSteps(this.steps(messages), signal)
  }

  /** Stores the few messages of a hidden contestant as they may be shown, and seals its answers. `models`: all panes'. */
  addSealed(messages: readonly TreeMessage[], models: readonly string[]): void {
    const { database, messages: stored, sealed } = this.#parts
    database.transaction(() => {
      let question: Message | null = null
      for (const message of messages) {
        const { depth, origin, ...row } = this.rowOf(message)
        if (row.role !== 'assistant') {
          question = toMessage(row)
          stored.insertAll([{ ...row, depth, origin }])
          continue
        }
        const shown = toRow(shownAnswer(toMessage(row), { question, models, round: null }))
        stored.insertAll([{ ...shown, depth, origin }])
        const { parent_id: _parent, ...columns } = row
        sealed.put(row.session_id, 'messages', row.id, columns)
      }
    })
  }

  /** Like `add`, for rows of this tree, a list per step. */
  async addSteps(steps: Iterable<readonly NewMessageRow[]>, signal?: AbortSignal): Promise<void> {
    const { database, messages, pause } = this.#parts
    const iterator = steps[Symbol.iterator]()
    for (let step = iterator.next(); step.done !== true;) {
      signal?.throwIfAborted()
      const rows = step.value
      database.relaxed(() => database.transaction(() => messages.insertAll(rows)))
      step = iterator.next()
      if (step.done !== true) await pause()
    }
  }

  /** The row of a message of this tree, for the caller to store. Call this for its parent first. */
  rowOf(message: TreeMessage): NewMessageRow {
    const { key, parentKey, origin, ...content } = message
    const parent = parentKey === null ? undefined : this.#places.get(parentKey)
    const depth = parent === undefined ? 0 : parent.depth + 1
    const [sessionId, parentId] = [this.#row.id, parent?.id ?? null]
    const id = this.#parts.idOf([parentId, origin, content])
    this.#places.set(key, { id, depth })
    return { ...toRow({ ...content, id, sessionId, parentId }), depth, origin: origin ?? null }
  }

  /** Stores its session, still without messages. */
  insert(): void {
    this.#parts.sessions.insert(this.#row)
  }

  /** Makes the complete tree visible in lists. */
  finish(leafKey: string | null): Session {
    const row: SessionRow = { ...this.#row, state: 'ready', leaf_id: this.#leafOf(leafKey) }
    this.#parts.sessions.update(row)
    // Read back as stored: a title with a lone surrogate changes.
    return toSession(this.#parts.sessions.get(row.id) ?? row)
  }

  /** Moves the added messages to the session `row`, which is written too, in one transaction. */
  joinTo(row: SessionRow): void {
    this.#parts.database.transaction(() => {
      this.#parts.move(this.#row.id, row.id)
      this.#erase.atOnce()
      this.#parts.sessions.update(row)
    })
  }

  /** Erases everything again, in steps. Returns false if that must wait for the next start. */
  async abandon(): Promise<boolean> {
    try {
      await this.#erase.inSteps()
      return true
    } catch {
      // The store has failed, and the caller already gets the error.
      return false
    }
  }

  #leafOf(key: string | null): MessageId | null {
    return key === null ? null : (this.#places.get(key)?.id ?? null)
  }
  /** The rows of messages, in lists for one transaction each. */
  *steps(messages: Iterable<TreeMessage>): Generator<NewMessageRow[]> {
    let rows: NewMessageRow[] = []
    let chars = 0
    for (const message of messages) {
      const row = this.rowOf(message)
      rows.push(row)
      chars += row.parts.length
      if (rows.length < rowsPerStep && chars < charsPerStep) continue
      yield rows
      rows = []
      chars = 0
    }
    if (rows.length > 0) yield rows
  }
}
