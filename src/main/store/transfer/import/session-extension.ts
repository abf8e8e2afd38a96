import type { MessageId } from '../../../../shared/ids'
import type { Lease } from '../../../leases/session-leases'
import type { SessionRow } from '../../sessions/session-rows'
import { toJson } from '../../database/stored-json'
import type { TreeInProgress, TreeMessage } from '../../sessions/tree-in-progress'
import type { ConversationInProgress, ImportResult } from './conversation-in-progress'
import type { ConversationHead } from './formats/imported-conversation'
import type { KnownConversations } from './known-conversations'

/**
 * Adds new messages from a newer file to an existing session. They are first stored in a hidden session, each below its
 * parent, and moved in one transaction. The session's lease is held throughout.
 */
export class SessionExtension implements ConversationInProgress {
  readonly #staged: TreeInProgress
  readonly #head: ConversationHead
  readonly #leafKey: string | null
  readonly #lease: Lease
  readonly #known: KnownConversations
  readonly #row: () => SessionRow
  #addedCount = 0
  #changedCount = 0

  constructor(deps: {
    staged: TreeInProgress
    head: ConversationHead
    leafKey: string | null
    lease: Lease
    known: KnownConversations
    row: () => SessionRow
  }) {
    this.#staged = deps.staged
    this.#head = deps.head
    this.#leafKey = deps.leafKey
    this.#lease = deps.lease
    this.#known = deps.known
    this.#row = deps.row
  }

  async add(messages: readonly TreeMessage[]): Promise<void> {
    const added = messages.filter((message) => !this.#isThere(message))
    await this.#staged.add(added)
    this.#addedCount += added.length
  }

  finish(): ImportResult {
    const row = this.#row()
    this.#staged.joinTo({
      ...row,
      leaf_id: this.#leafOf(row),
      origin_hash: this.#head.origin_hash,
      updated_at:
        this.#addedCount === 0 ? row.updated_at : Math.max(row.updated_at, this.#head.updated_at ?? 0),
    })
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
      await this.#staged.abandon()
    } finally {
      this.#lease.release()
    }
  }

  #isThere({ key, origin, parts }: TreeMessage): boolean {
    const stored = origin === undefined ? undefined : this.#known.message(this.#lease.sessionId, origin)
    if (stored === undefined) return false
    if (stored.parts !== toJson(parts)) this.#changedCount += 1
    this.#staged.know(key, stored.id)
    return true
  }

  /** Follows the import only while the session shows an imported message, not when the user has moved on. */
  #leafOf(row: SessionRow): MessageId | null {
    const { leaf_id: present } = row
    if (this.#addedCount === 0 || present === null || !this.#known.isImported(present)) return present
    const leafId = this.#leafKey === null ? undefined : this.#staged.idOf(this.#leafKey)
    return leafId ?? present
  }
}
