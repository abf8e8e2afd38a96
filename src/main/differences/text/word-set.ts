import type { Vocabulary } from '../matching/vocabulary'
import { type Words, wordsIn } from './words'

/** The words that occur in an answer. */
export class WordSet {
  readonly #vocabulary: Vocabulary
  readonly #ids = new Set<number>()
  readonly #folded = new Set<number>()

  constructor(sentences: readonly Words[], vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
    for (const { ids } of sentences) for (const id of ids) this.#ids.add(id)
    for (const id of this.#ids) this.#folded.add(vocabulary.folded(id))
  }

  /** Whether a word occurs exactly as written. */
  has(word: string): boolean {
    return this.#ids.has(this.#vocabulary.find(word) ?? -1)
  }

  /** Whether each word of `text` occurs, capitalized or not. */
  hasAll(text: string): boolean {
    return wordsIn(text.toLowerCase()).every((word) => this.#folded.has(this.#vocabulary.find(word) ?? -1))
  }
}
