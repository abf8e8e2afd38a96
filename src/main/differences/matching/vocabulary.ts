/** The weight of words of up to three letters, most of which are articles and prepositions in any language. */
const shortWordWeight = 0.4
/** The weight of numbers: a statement with another number is still about the same. */
const numberWeight = 0.5
const wordStart = /^[\p{L}\p{M}\p{N}]/u
const digit = /^\p{N}/u

/** Numbers for the words of a comparison, so that words are compared as numbers. */
export class Vocabulary {
  readonly #ids = new Map<string, number>()
  readonly #folded: number[] = []
  readonly #weights: number[] = []

  /** The number of a word as written. */
  id(word: string): number {
    const known = this.#ids.get(word)
    if (known !== undefined) return known
    const id = this.#ids.size
    this.#ids.set(word, id)
    this.#weights[id] = weightOf(word)
    const folded = word.toLowerCase()
    this.#folded[id] = id
    if (folded !== word) this.#folded[id] = this.id(folded)
    return id
  }

  /** The number of a word that has been seen. */
  find(word: string): number | undefined {
    return this.#ids.get(word)
  }

  /** The number of the same word in lower case. */
  folded(id: number): number {
    return this.#folded[id] ?? id
  }

  /** The weight of a word for similarity: 0 for punctuation. */
  weight(id: number): number {
    return this.#weights[id] ?? 0
  }
}

function weightOf(word: string): number {
  if (!wordStart.test(word)) return 0
  if (digit.test(word)) return numberWeight
  return word.length > 3 || word.charCodeAt(0) > 0x2e80 ? 1 : shortWordWeight
}
