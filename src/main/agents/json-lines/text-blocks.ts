import type { SourceEvent } from '../../run-source/run-source'

type DeltaType = 'text-delta' | 'reasoning-delta'

/** Separates consecutive blocks of text in one part of a message by a paragraph break. */
export class TextBlocks {
  #last: DeltaType | null = null
  #isNew = true

  /** The next text starts a new block. */
  begin(): void {
    this.#isNew = true
  }

  /** A part of another kind follows the last block. */
  interrupt(): void {
    this.#last = null
  }

  delta(type: DeltaType, text: string): SourceEvent[] {
    if (text === '') return []
    const gap = this.#isNew && this.#last === type ? '\n\n' : ''
    this.#last = type
    this.#isNew = false
    return [{ type, text: gap + text }]
  }

  /** A complete block. */
  block(type: DeltaType, text: string): SourceEvent[] {
    this.begin()
    return this.delta(type, text)
  }
}
