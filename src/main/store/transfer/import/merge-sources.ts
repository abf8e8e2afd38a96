import type { MessageId } from '../../../../shared/ids'
import { messageText, type Part, type StatementSource } from '../../../../shared/sessions/messages'
import type { TreeInProgress, TreeMessage } from '../../sessions/tree-in-progress'
import type { ParleyMerge } from '../parley-format/parley-archive'
import { type ParleyPlace, placeOfId } from '../parley-format/parley-places'

/**
 * The answers of a comparison's panes to which its merges may refer. References to other messages, or to positions
 * beyond the end of an answer, are left out.
 */
export class MergeSources {
  /** The length of each answer, by pane and key. */
  readonly #lengths = new Map<number, Map<string, number>>()
  readonly #trees = new Map<number, TreeInProgress>()
  #hasLost = false

  get hasLost(): boolean {
    return this.#hasLost
  }

  /** Records a message of a pane. */
  note(pane: number, message: TreeMessage): void {
    if (message.role !== 'assistant') return
    const lengths = this.#lengths.get(pane) ?? new Map<string, number>()
    lengths.set(message.key, messageText(message).length)
    this.#lengths.set(pane, lengths)
  }

  /** The pane is complete. */
  open(pane: number, tree: TreeInProgress): void {
    this.#trees.set(pane, tree)
  }

  /** The merged answers that the comparison has, each once. */
  answersOf({ answers }: ParleyMerge): ParleyPlace[] {
    const known = answers.filter(
      (place, index) =>
        this.#idOf(place) !== null && answers.findIndex((other) => isSame(place, other)) === index,
    )
    this.#hasLost ||= known.length < answers.length
    return known
  }

  /** A message of a merge of these answers, with the ids of its sources. */
  resolved(message: TreeMessage, answers: readonly ParleyPlace[]): TreeMessage {
    const parts = message.parts.map((part): Part => {
      if (part.type !== 'text' || part.statements === undefined) return part
      const statements = part.statements.map((statement) => ({
        ...statement,
        sources: statement.sources.flatMap((source) => this.#resolvedSource(source, answers)),
      }))
      return { ...part, statements }
    })
    return { ...message, parts }
  }

  #resolvedSource(source: StatementSource, answers: readonly ParleyPlace[]): StatementSource[] {
    const place = placeOfId(source.messageId)
    const messageId = answers.some((answer) => isSame(answer, place)) ? this.#idOf(place) : null
    const length = this.#lengths.get(place.pane)?.get(place.message) ?? 0
    if (messageId !== null && source.to <= length) return [{ ...source, messageId }]
    this.#hasLost = true
    return []
  }

  /** Null unless it is an answer of a complete pane. */
  #idOf({ pane, message }: ParleyPlace): MessageId | null {
    if (this.#lengths.get(pane)?.has(message) !== true) return null
    return this.#trees.get(pane)?.idOf(message) ?? null
  }
}

function isSame(one: ParleyPlace, other: ParleyPlace): boolean {
  return one.pane === other.pane && one.message === other.message
}
