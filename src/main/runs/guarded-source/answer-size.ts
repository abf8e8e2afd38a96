import { keptOutputChars } from '../../../shared/runs/reduce-run'
import type { GuardedEvent } from '../../run-source/run-source'

/**
 * Measures an answer in UTF-16 units: text, reasoning, tool arguments and results, and everything else that is stored.
 * The output of a command counts only up to what its message keeps.
 */
export class AnswerSize {
  readonly #maxChars: number
  readonly #outputs = new Map<string, number>()
  /** Each list of sources replaces the one before it. */
  #sourcesChars = 0
  #chars = 0
  /** Arguments that were counted before their calls arrived. */
  #pendingChars = 0

  constructor(maxChars: number) {
    this.#maxChars = maxChars
  }

  get isFull(): boolean {
    return this.#chars >= this.#maxChars
  }

  /** Counts the event and returns the part that still fits; null if nothing fits. */
  take(event: GuardedEvent): GuardedEvent | null {
    if (this.isFull) return null
    const chars = this.#countedChars(event)
    const left = this.#maxChars - this.#chars
    this.add(chars)
    if (chars <= left) return event
    if (event.type !== 'text-delta' && event.type !== 'reasoning-delta') return null
    const text = event.text.slice(0, left)
    // Do not cut a surrogate pair in half.
    return { type: event.type, text: text.replace(/[\uD800-\uDBFF]$/, '') }
  }

  /** Counts content that is not part of an event yet. */
  add(chars: number): void {
    this.#chars += chars
  }

  /** Counts incomplete arguments of a call, which are not counted again when the call arrives. */
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
    // Parley's own, within limits of its own.
    if (event.type === 'knowledge') return 0
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

/** The approximate length of the value as JSON. Recursive, so its depth must be bounded. */
export function jsonChars(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  let chars = 2
  for (const [key, child] of Object.entries(value)) {
    chars += jsonChars(child) + (Array.isArray(value) ? 1 : key.length + 4)
  }
  return chars
}
