import type { ComparisonId, MessageId } from '../../../shared/ids'
import type { Message, Part, StopReason } from '../../../shared/sessions/messages'
import type { StoppedRounds } from '../../store/comparisons/stopped-rounds'
import type { BlindRounds } from './blind-rounds'

/** How far back a cut looks for the end of a word, in UTF-16 units. */
const longestWord = 40

/** How the answers of a stopped round are shown while their contestants are hidden. */
interface Shortening {
  maxChars: number
  stopReason: StopReason
}

/**
 * Shows the answers of stopped rounds so that they do not say which contestant is slower: whether an answer was complete,
 * and how long it had become. All of them appear as stopped, and as long as the shortest.
 */
export class ShortenedAnswers {
  readonly #rounds: Pick<StoppedRounds, 'has' | 'of'>
  readonly #recent: Pick<BlindRounds, 'ended'>

  constructor(rounds: Pick<StoppedRounds, 'has' | 'of'>, recent: Pick<BlindRounds, 'ended'>) {
    this.#rounds = rounds
    this.#recent = recent
  }

  /** Whether answers of this comparison may be shortened. */
  mayBeIn(comparisonId: ComparisonId): boolean {
    return this.#rounds.has(comparisonId)
  }

  /** Why the round of this answer was stopped; null if it was not. */
  stopReasonOf(comparisonId: ComparisonId, messageId: MessageId): StopReason | null {
    return this.#of(comparisonId, messageId)?.stopReason ?? null
  }

  /** The message as it may be seen. */
  shown(message: Message, comparisonId: ComparisonId): Message {
    if (message.role !== 'assistant') return message
    const shortening = this.#of(comparisonId, message.id)
    if (shortening === null) return message
    const parts = cutParts(message.parts, shortening.maxChars)
    if (message.status === 'failed') return { ...message, parts }
    const status = message.status === 'streaming' ? 'streaming' : 'partial'
    return { ...message, parts, status, stopReason: shortening.stopReason, isShortened: true }
  }

  #of(comparisonId: ComparisonId, messageId: MessageId): Shortening | null {
    const round = this.#roundOf(comparisonId, messageId)
    if (round === undefined) return { maxChars: 0, stopReason: 'interrupted' }
    if (round === null) return null
    const { lengths, missing, stopReason } = round
    return { maxChars: missing > 0 ? 0 : Math.min(...lengths), stopReason }
  }

  /** Null if it was not stopped; undefined if nobody knows, because the store cannot be read. */
  #roundOf(comparisonId: ComparisonId, messageId: MessageId) {
    try {
      return this.#rounds.of(comparisonId, messageId)
    } catch {
      return this.#recent.ended(comparisonId, messageId)
    }
  }
}

/** The beginning of the text, and errors. Files and forms are complete or missing, so they are left out. */
function cutParts(parts: readonly Part[], maxChars: number): Part[] {
  let left = maxChars
  return parts.flatMap((part): Part[] => {
    if (part.type === 'error') return [part]
    if (part.type !== 'text' || left === 0) return []
    const text = part.text.length >= left ? cutText(part.text, left) : part.text
    left -= Math.min(left, part.text.length)
    return text === '' ? [] : [{ type: 'text', text }]
  })
}

/**
 * At the end of a word, if one is near, and never within a character. The shortest answer is cut, too: one that ends in
 * the middle of a word, or with a space, would be recognisable as the shortest.
 */
function cutText(text: string, maxChars: number): string {
  const start = text.slice(0, maxChars)
  const word = /\s+\S*$/u.exec(start)
  if (word !== null && start.length - word.index <= longestWord) return start.slice(0, word.index)
  return start.replace(/[\uD800-\uDBFF]$/u, '')
}
