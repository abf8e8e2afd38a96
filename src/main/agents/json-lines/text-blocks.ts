import type { SourceEvent } from '../../run-source/run-source'

type DeltaType = 'text-delta' | 'reasoning-delta'

/** Keeps blocks of text that follow upon each other in one part of the message a paragraph apart. */
export class TextBlocks {
  #last: DeltaType | null = null
  #isNew = true

  /** What is said next is a block of its own. */
  begin(): void {
    this.#isNew = true
  }

  /** A part of another kind stands behind the last block. */
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

  /** A block that is whole. */
  block(type: DeltaType, text: string): SourceEvent[] {
    this.begin()
    return this.delta(type, text)
  }
}
