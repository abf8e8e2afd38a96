import { invariant } from '../../../../../shared/invariant'
import type { ImportReasonCode } from '../../../../../shared/store/import-reasons'
import type { TreeMessage } from '../../../sessions/tree-in-progress'
import type { ConversationHead, ImportedConversation } from '../formats/imported-conversation'
import type { ImportAnswer, ImportQuestion, WholeConversation } from './file-importer'

/** One with more is handed over in pieces, so that the writer is never busy with it for long. */
const maxMessages = 128
const maxChars = 160 * 1024
/** The most in one question, unless it is a single conversation. */
const maxMessagesAtOnce = 128
const maxCharsAtOnce = 256 * 1024

interface Waiting extends WholeConversation {
  remarks: readonly ImportReasonCode[]
}

/** The surroundings of a collector of conversations. */
interface Deps {
  ask: (question: ImportQuestion) => Promise<ImportAnswer>
  /** These were stored. */
  onStored: (title: string | null, remarks: readonly ImportReasonCode[]) => void
  /** Hands this one over on its own; it may call `flush`. */
  handOver: (conversation: WholeConversation, remarks: readonly ImportReasonCode[]) => Promise<void>
}

/** Collects small conversations without files, because storing each on its own takes longer. */
export class SmallConversations {
  readonly #deps: Deps
  #waiting: Waiting[] = []
  #messageCount = 0
  #chars = 0
  /** Those that are being stored. */
  #sent: { waiting: readonly Waiting[]; answer: Promise<ImportAnswer> } | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Takes it if it is small; else the caller hands it over after `flush`. */
  async take(
    head: ConversationHead,
    messages: readonly TreeMessage[],
    { leafKey, remarks }: Pick<ImportedConversation, 'leafKey' | 'remarks'>,
  ): Promise<boolean> {
    const hasFiles = messages.some(({ parts }) => parts.some(({ type }) => type === 'attachment'))
    if (hasFiles || messages.length > maxMessages) return false
    const chars = JSON.stringify(messages).length
    if (chars > maxChars) return false
    const isFull =
      this.#messageCount + messages.length > maxMessagesAtOnce || this.#chars + chars > maxCharsAtOnce
    if (isFull) await this.#send()
    this.#waiting.push({ head, leafKey, messages, remarks })
    this.#messageCount += messages.length
    this.#chars += chars
    return true
  }

  /** Hands over those that wait, and waits until all are stored. */
  async flush(): Promise<void> {
    await this.#send()
    await this.#settle()
  }

  /** Hands over those that wait once the ones before are stored; the caller reads on while they are stored. */
  async #send(): Promise<void> {
    await this.#settle()
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    this.#messageCount = 0
    this.#chars = 0
    const conversations = waiting.map(({ remarks: _remarks, ...conversation }) => conversation)
    const answer = this.#deps.ask({ type: 'conversations', conversations })
    // An error is thrown where the answer is awaited.
    answer.catch(() => {})
    this.#sent = { waiting, answer }
  }

  async #settle(): Promise<void> {
    const sent = this.#sent
    if (sent === null) return
    this.#sent = null
    const answer = await sent.answer
    invariant(Array.isArray(answer), 'the answer for several conversations is a list')
    for (const [index, { remarks, ...conversation }] of sent.waiting.entries()) {
      if (answer[index] === 'stored') this.#deps.onStored(conversation.head.title ?? null, remarks)
      else if (answer[index] === 'separate') await this.#deps.handOver(conversation, remarks)
    }
  }
}
