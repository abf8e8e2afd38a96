import type { WritableDatabase } from '../../database/database'
import type { TreeInProgress, TreeMessage } from '../../sessions/tree-in-progress'
import type { ConversationInProgress, Intake } from './conversation-in-progress'
import type { UnsentWork } from './formats/imported-conversation'
import type { UnsentWorkRows } from './unsent-work'

/** A conversation that is not stored yet and becomes a new session. */
export class NewConversation implements ConversationInProgress {
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

  finish(unsent: UnsentWork): Intake {
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
