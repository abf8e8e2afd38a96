import type { TreeInProgress, TreeMessage } from '../tree-in-progress'
import type { ConversationInProgress, Intake } from './conversation-in-progress'

/** A conversation that was never here: a session of its own. */
export class NewConversation implements ConversationInProgress {
  readonly #tree: TreeInProgress
  readonly #leafKey: string | null
  #messageCount = 0

  constructor(tree: TreeInProgress, leafKey: string | null) {
    this.#tree = tree
    this.#leafKey = leafKey
  }

  async add(messages: readonly TreeMessage[]): Promise<void> {
    await this.#tree.add(messages)
    this.#messageCount += messages.length
  }

  finish(): Intake {
    const session = this.#tree.finish(this.#leafKey)
    return { kind: 'imported', sessionId: session.id, messageCount: this.#messageCount }
  }

  abandon(): Promise<void> {
    return this.#tree.abandon()
  }
}
