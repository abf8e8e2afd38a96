import type { MessageId, SessionId } from '../../../../shared/ids'
import type { WritableDatabase } from '../../database/database'
import type { TreeWriter } from '../../sessions/tree-writer'
import type { ImportResult } from './conversation-in-progress'
import type { KnownConversations } from './known-conversations'
import type { WholeConversation } from './reading/import-questions'
import type { UnsentWorkRows } from './unsent-work'

/** The most messages in one transaction, unless it is a single conversation: few enough not to block others. */
const messagesPerStep = 128

interface Deps {
  writer: TreeWriter
  known: KnownConversations
  unsent: UnsentWorkRows
  /** True if another import is storing this conversation. */
  isHeld: (origin: string) => boolean
}

/** Stores new conversations that are small enough to share a transaction. */
export class SmallConversationImporter {
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
    const results: { index: number; result: ImportResult }[] = []
    const trees = fresh.map(({ conversation: { head: session, messages, leafKey, unsent }, index }) => ({
      session,
      messages,
      leafKey,
      alsoStore: (sessionId: SessionId, messageOf: (key: string) => MessageId | undefined) => {
        this.#deps.unsent.restore(unsent, { sessionId, messageOf })
        results.push({ index, result: { kind: 'imported', sessionId, messageCount: messages.length } })
      },
    }))
    this.#database.relaxed(() => this.#deps.writer.writeTogether(trees))
    for (const { index, result } of results) onResult(index, result)
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
    return messageCount > messagesPerStep
  })
  return entries.splice(0, end === -1 ? entries.length : Math.max(end, 1))
}
