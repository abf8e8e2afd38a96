import { keptOutputChars } from '../../../shared/runs/reduce-run'
import type { GuardedEvent } from '../../run-source/run-source'

/**
 * How much of an answer has come, in UTF-16 units: text, reasoning, what tools were given and gave back, and all else that
 * is kept. Of what a command puts out only as much counts as its message keeps.
 */
export class AnswerSize {
  readonly #maxChars: number
  readonly #outputs = new Map<string, number>()
  /** Each list of sources replaces the one before it. */
  #sourcesChars = 0
  #chars = 0
  /** Counted already, of calls that have not come yet. */
  #pendingChars = 0

  constructor(maxChars: number) {
    this.#maxChars = maxChars
  }

  get isFull(): boolean {
    return this.#chars >= this.#maxChars
  }

  /** Counts the event. Answers with as much of it as there was room for; null when that is nothing. */
  take(event: GuardedEvent): GuardedEvent | null {
    if (this.isFull) return null
    const chars = this.#countedChars(event)
    const left = this.#maxChars - this.#chars
    this.add(chars)
    if (chars <= left) return event
    if (event.type !== 'text-delta' && event.type !== 'reasoning-delta') return null
    const text = event.text.slice(0, left)
    // The half of a character is none.
    return { type: event.type, text: text.replace(/[\uD800-\uDBFF]$/, '') }
  }

  /** Counts what is not said yet. */
  add(chars: number): void {
    this.#chars += chars
  }

  /** Counts arguments of a call that are not whole; not again when the call comes. */
  addPending(chars: number): void {
    this.#pendingChars += chars
    this.add(chars)
  }

  #countedChars(event: GuardedEvent): number {
    if (event.type === 'text-delta') return event.text.length
    if (event.type === 'reasoning-delta') {
      const { text, providerData } = event
      return text.length + (providerData === undefined ? 0 : jsonChars(providerData))
    }
    if (event.type === 'sources') return this.#addedChars(event)
    if (event.type === 'tool-call') return this.#notPending(jsonChars(event))
    if (event.type !== 'tool-output') return jsonChars(event)
    const { toolCallId, text } = event
    const before = this.#outputs.get(toolCallId) ?? 0
    const counted = Math.min(text.length, keptOutputChars - before)
    this.#outputs.set(toolCallId, before + counted)
    return counted
  }

  #addedChars(sources: GuardedEvent): number {
    const before = this.#sourcesChars
    this.#sourcesChars = Math.max(before, jsonChars(sources))
    return this.#sourcesChars - before
  }

  #notPending(chars: number): number {
    const counted = Math.min(this.#pendingChars, chars)
    this.#pendingChars -= counted
    return chars - counted
  }
}

/** About as many characters as the value has as JSON. Recursive: its depth is bounded. */
export function jsonChars(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  let chars = 2
  for (const [key, child] of Object.entries(value)) {
    chars += jsonChars(child) + (Array.isArray(value) ? 1 : key.length + 4)
  }
  return chars
}
