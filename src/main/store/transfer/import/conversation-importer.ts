import { ParleyError } from '../../../../shared/errors'
import type { SessionId } from '../../../../shared/ids'
import { invariant } from '../../../../shared/invariant'
import type { WritableDatabase } from '../../database/database'
import type { LeaseHolder, SessionLeases } from '../../../leases/session-leases'
import { SessionRows } from '../../sessions/session-rows'
import type { TreeWriter } from '../../sessions/tree-writer'
import type { ConversationInProgress, ImportResult } from './conversation-in-progress'
import type { ConversationHead, UnsentWork } from './formats/imported-conversation'
import { KnownConversations } from './known-conversations'
import { SessionExtension } from './session-extension'
import { SmallConversationImporter } from './small-conversation-importer'
import type { UnsentWorkRows } from './unsent-work'
import type { TreeInProgress, TreeMessage } from '../../sessions/tree-in-progress'

/** A conversation that is not stored yet and becomes a new session. */
class NewConversation implements ConversationInProgress {
  readonly #tree: TreeInProgress
  readonly #leafKey: string | null
  readonly #database: WritableDatabase
  readonly #unsent: UnsentWorkRows
  #messageCount = 0

  constructor(
    tree: TreeInProgress,
    leafKey: string | null,
    deps: { database: WritableDatabase; unsent: UnsentWorkRows },
  ) {
    this.#tree = tree
    this.#leafKey = leafKey
    this.#database = deps.database
    this.#unsent = deps.unsent
  }

  async add(messages: readonly TreeMessage[]): Promise<void> {
    await this.#tree.add(messages)
    this.#messageCount += messages.length
  }

  finish(unsent: UnsentWork): ImportResult {
    return this.#database.transaction(() => {
      const { id: sessionId } = this.#tree.finish(this.#leafKey)
      this.#unsent.restore(unsent, { sessionId, messageOf: (key) => this.#tree.idOf(key) })
      return { kind: 'imported', sessionId, messageCount: this.#messageCount }
    })
  }

  abandon(): Promise<void> {
    return this.#tree.abandon()
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
const holder: LeaseHolder = { kind: 'operation', stop: () => {} }

/** Stores each imported conversation once, whichever file contains it and however many do at the same time. */
export class ConversationImporter {
  readonly #writer: TreeWriter
  readonly #leases: SessionLeases
  readonly #known: KnownConversations
  readonly #sessions: SessionRows
  readonly #locks = new OriginLocks()

  readonly #storing: { database: WritableDatabase; unsent: UnsentWorkRows }

  /** For those that can share a transaction. */
  readonly small: SmallConversationImporter

  constructor(
    database: WritableDatabase,
    deps: { writer: TreeWriter; leases: SessionLeases; unsent: UnsentWorkRows },
  ) {
    this.#storing = { database, unsent: deps.unsent }
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
    if (known === undefined) return new NewConversation(this.#writer.begin(head), leafKey, this.#storing)
    if (known.hash === head.origin_hash) return { kind: 'known' }
    return this.#extend(known.id, head, leafKey)
  }

  #extend(
    sessionId: SessionId,
    head: ConversationHead,
    leafKey: string | null,
  ): ConversationInProgress | ImportResult {
    try {
      const lease = this.#leases.acquire(sessionId, holder)
      try {
        const staged = this.#writer.begin({ created_at: head.created_at })
        return new SessionExtension({
          staged,
          head,
          leafKey,
          lease,
          known: this.#known,
          row: () => {
            const row = this.#sessions.get(sessionId)
            invariant(row !== undefined, 'a leased session is never erased')
            return row
          },
        })
      } catch (error) {
        lease.release()
        throw error
      }
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'RUN_ACTIVE') return { kind: 'busy' }
      throw error
    }
  }
}

function unlockingAfter(conversation: ConversationInProgress, unlock: () => void): ConversationInProgress {
  return {
    add: (messages) => conversation.add(messages),
    finish(unsent) {
      const intake = conversation.finish(unsent)
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
