import type { MessageId, SessionId } from '../../../../shared/ids'
import { rowsPerStep, type TreeInProgress, type TreeMessage } from '../../sessions/tree-in-progress'
import type { ConversationHead } from './formats/imported-conversation'
import { ParleyError } from '../../../../shared/errors'
import { invariant } from '../../../../shared/invariant'
import type { ReadableDatabase, WritableDatabase } from '../../database/database'
import type { Lease, LeaseHolder, SessionLeases } from '../../../leases/session-leases'
import { type SessionRow, SessionRows } from '../../sessions/session-rows'
import type { TreeWriter } from '../../sessions/tree-writer'
import { toJson } from '../../database/stored-json'
import type { WholeConversation } from './reading/file-importer'

/** The result for one conversation. */
export type ImportResult =
  | { kind: 'imported'; sessionId: SessionId; messageCount: number }
  | { kind: 'extended'; sessionId: SessionId; messageCount: number; changedCount: number }
  | { kind: 'known' }
  | { kind: 'busy' }

/** A conversation that is being stored. It stays hidden until it is finished. */
export interface ConversationInProgress {
  /** @throws STORE_FULL, STORE_DAMAGED */
  add(messages: readonly TreeMessage[]): Promise<void>
  finish(): ImportResult
  abandon(): Promise<void>
}

/** A conversation that is not stored yet and becomes a new session. */
class NewConversation implements ConversationInProgress {
  readonly #tree: TreeInProgress
  readonly #lease: Lease
  readonly #leafKey: string | null
  #messageCount = 0

  constructor(tree: TreeInProgress, lease: Lease, leafKey: string | null) {
    this.#tree = tree
    this.#lease = lease
    this.#leafKey = leafKey
  }

  async add(messages: readonly TreeMessage[]): Promise<void> {
    await this.#tree.add(messages)
    this.#messageCount += messages.length
  }

  finish(): ImportResult {
    const { id: sessionId } = this.#tree.finish(this.#leafKey)
    this.#lease.release()
    return { kind: 'imported', sessionId, messageCount: this.#messageCount }
  }

  async abandon(): Promise<void> {
    // What is left is erased at the next start, and until then nothing else may be added.
    if (await this.#tree.abandon()) this.#lease.release()
  }
}

/** Serialises imports of the same conversation from several files. */
class OriginLocks {
  readonly #tails = new Map<string, Promise<void>>()

  isHeld(origin: string): boolean {
    return this.#tails.has(origin)
  }

  /** Resolves when the conversation is free, with a function that releases it. */
  async acquire(origin: string): Promise<() => void> {
    const before = this.#tails.get(origin)
    const turn = Promise.withResolvers<void>()
    const tail = (before ?? Promise.resolve()).then(() => turn.promise)
    this.#tails.set(origin, tail)
    await before
    return () => {
      turn.resolve()
      if (this.#tails.get(origin) === tail) this.#tails.delete(origin)
    }
  }
}

/** Holds a session while messages are added to it; it has nothing to stop. */
const holder: LeaseHolder = { kind: 'import', stop: () => {} }

/** Stores each imported conversation once, whichever file contains it and however many do at the same time. */
export class ConversationImporter {
  readonly #writer: TreeWriter
  readonly #leases: SessionLeases
  readonly #known: KnownConversations
  readonly #sessions: SessionRows
  readonly #locks = new OriginLocks()

  /** For those that can share a transaction. */
  readonly small: SmallConversationImporter

  constructor(database: WritableDatabase, deps: { writer: TreeWriter; leases: SessionLeases }) {
    this.#writer = deps.writer
    this.#leases = deps.leases
    this.#known = new KnownConversations(database)
    this.#sessions = new SessionRows(database)
    this.small = new SmallConversationImporter(database, {
      ...deps,
      known: this.#known,
      isHeld: (origin) => this.#locks.isHeld(origin),
    })
  }

  /**
   * Starts a conversation, or says why it is not stored. Waits while another import is storing the same one.
   * @throws STORE_FULL, STORE_DAMAGED
   */
  async begin(
    head: ConversationHead,
    leafKey: string | null,
  ): Promise<ConversationInProgress | ImportResult> {
    const unlock = await this.#locks.acquire(head.origin)
    try {
      const begun = this.#begin(head, leafKey)
      if ('kind' in begun) {
        unlock()
        return begun
      }
      return unlockingAfter(begun, unlock)
    } catch (error) {
      unlock()
      throw error
    }
  }

  #begin(head: ConversationHead, leafKey: string | null): ConversationInProgress | ImportResult {
    const known = this.#known.session(head.origin, head.deleted_at != null)
    if (known === undefined) {
      const tree = this.#writer.beginImport(head, leafKey)
      return new NewConversation(tree, this.#leases.acquire(tree.sessionId, holder), leafKey)
    }
    if (known.hash === head.origin_hash) return { kind: 'known' }
    return this.#extend(known.id, head, leafKey)
  }

  #extend(
    sessionId: SessionId,
    head: ConversationHead,
    leafKey: string | null,
  ): ConversationInProgress | ImportResult {
    try {
      return new SessionExtension({
        writer: this.#writer,
        head,
        leafKey,
        lease: this.#leases.acquire(sessionId, holder),
        known: this.#known,
        sessions: this.#sessions,
      })
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'RUN_ACTIVE') return { kind: 'busy' }
      throw error
    }
  }
}

function unlockingAfter(conversation: ConversationInProgress, unlock: () => void): ConversationInProgress {
  return {
    add: (messages) => conversation.add(messages),
    finish() {
      const intake = conversation.finish()
      unlock()
      return intake
    },
    async abandon() {
      try {
        await conversation.abandon()
      } finally {
        unlock()
      }
    },
  }
}

/**
 * Adds new messages from a newer file to an existing session, whose lease is held throughout. They are first stored in a
 * hidden session, each below its parent, and moved in one transaction.
 */
class SessionExtension implements ConversationInProgress {
  readonly #writer: TreeWriter
  readonly #head: ConversationHead
  readonly #leafKey: string | null
  readonly #lease: Lease
  readonly #known: KnownConversations
  readonly #sessions: SessionRows
  /** The messages of the file that are here, by their keys, until the hidden session knows them. */
  readonly #present = new Map<string, MessageId>()
  #staged: TreeInProgress | null = null
  #addedCount = 0
  #changedCount = 0

  constructor(deps: {
    writer: TreeWriter
    head: ConversationHead
    leafKey: string | null
    lease: Lease
    known: KnownConversations
    sessions: SessionRows
  }) {
    this.#writer = deps.writer
    this.#head = deps.head
    this.#leafKey = deps.leafKey
    this.#lease = deps.lease
    this.#known = deps.known
    this.#sessions = deps.sessions
  }

  async add(messages: readonly TreeMessage[]): Promise<void> {
    const added = messages.filter((message) => !this.#isThere(message))
    if (added.length === 0) return
    const { created_at } = this.#head
    this.#staged ??= this.#writer.beginExtension(this.#lease.sessionId, { created_at })
    // New messages may follow those that were here.
    for (const [key, id] of this.#present) this.#staged.know(key, id)
    this.#present.clear()
    this.#addedCount += added.length
    await this.#staged.add(added)
  }

  finish(): ImportResult {
    const before = this.#sessions.get(this.#lease.sessionId)
    invariant(before !== undefined, 'a leased session is never erased')
    const row = this.#extended(before)
    if (this.#staged === null) this.#sessions.update(row)
    else this.#staged.joinTo(row)
    this.#lease.release()
    if (this.#addedCount === 0 && this.#changedCount === 0) return { kind: 'known' }
    return {
      kind: 'extended',
      sessionId: row.id,
      messageCount: this.#addedCount,
      changedCount: this.#changedCount,
    }
  }

  async abandon(): Promise<void> {
    try {
      await this.#staged?.abandon()
    } finally {
      this.#lease.release()
    }
  }

  #isThere({ key, origin, parts }: TreeMessage): boolean {
    const stored = origin === undefined ? undefined : this.#known.message(this.#lease.sessionId, origin)
    if (stored === undefined) return false
    if (stored.parts !== toJson(parts)) this.#changedCount += 1
    this.#present.set(key, stored.id)
    return true
  }

  /** The session with what the file says about it. */
  #extended(row: SessionRow): SessionRow {
    const isLater = this.#addedCount > 0
    return {
      ...row,
      leaf_id: this.#leafOf(row),
      origin_hash: this.#head.origin_hash,
      updated_at: isLater ? Math.max(row.updated_at, this.#head.updated_at ?? 0) : row.updated_at,
    }
  }

  /** Follows the import only while the session shows an imported message, not when the user has moved on. */
  #leafOf({ leaf_id: present }: SessionRow): MessageId | null {
    if (this.#addedCount === 0 || present === null || !this.#known.isImported(present)) return present
    const leafId = this.#leafKey === null ? undefined : this.#staged?.idOf(this.#leafKey)
    return leafId ?? present
  }
}

interface Deps {
  writer: TreeWriter
  known: KnownConversations
  /** True if another import is storing this conversation. */
  isHeld: (origin: string) => boolean
}

/** Stores new conversations that are small enough to share a transaction. */
class SmallConversationImporter {
  readonly #database: WritableDatabase
  readonly #deps: Deps

  constructor(database: WritableDatabase, deps: Deps) {
    this.#database = database
    this.#deps = deps
  }

  /**
   * Stores conversations in steps between which it yields; a power cut may undo steps until the database is flushed.
   * Calls `onResult` as soon as one is stored or known, and not for the others: those that extend a session, that
   * another import is storing, or that occur twice.
   * @throws STORE_FULL, STORE_DAMAGED, the signal's reason
   */
  async add(
    given: readonly WholeConversation[],
    signal: AbortSignal,
    onResult: (index: number, result: ImportResult) => void,
  ): Promise<void> {
    const entries = given.map((conversation, index) => ({ conversation, index }))
    while (entries.length > 0) {
      signal.throwIfAborted()
      this.#addStep(takeStep(entries), onResult)
      if (entries.length > 0) await this.#deps.writer.pause()
    }
  }

  #addStep(step: readonly Entry[], onResult: (index: number, result: ImportResult) => void): void {
    const fresh = this.#withoutKnown(step, onResult)
    const trees = fresh.map(({ conversation: { head: session, messages, leafKey } }) => ({
      session,
      messages,
      leafKey,
    }))
    const ids = this.#database.relaxed(() => this.#deps.writer.writeTogether(trees))
    for (const [at, { index, conversation }] of fresh.entries()) {
      const sessionId = ids[at]
      invariant(sessionId !== undefined, 'each tree has a session')
      onResult(index, { kind: 'imported', sessionId, messageCount: conversation.messages.length })
    }
  }

  #withoutKnown(step: readonly Entry[], onResult: (index: number, result: ImportResult) => void): Entry[] {
    const fresh = new Map<string, Entry>()
    for (const entry of step) {
      const { origin, origin_hash: hash, deleted_at: deletedAt = null } = entry.conversation.head
      if (this.#deps.isHeld(origin) || fresh.has(origin)) continue
      const known = this.#deps.known.session(origin, deletedAt !== null)
      if (known === undefined) fresh.set(origin, entry)
      else if (known.hash === hash) onResult(entry.index, { kind: 'known' })
    }
    return [...fresh.values()]
  }
}

interface Entry {
  conversation: WholeConversation
  index: number
}

/** Removes the first entries, for one transaction. */
function takeStep(entries: Entry[]): Entry[] {
  let messageCount = 0
  const end = entries.findIndex(({ conversation }) => {
    messageCount += conversation.messages.length
    return messageCount > rowsPerStep
  })
  return entries.splice(0, end === -1 ? entries.length : Math.max(end, 1))
}

/** Earlier imports, by origin. Conversations in the trash count only for imports into the trash. */
class KnownConversations {
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
