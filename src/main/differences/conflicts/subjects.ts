import type { Statement } from '../text/statements'
import { clauseAt, stemOf, type Word } from '../text/words'

/** What a part of a statement is about: its words, each with its weight between 0 and 1. */
export type Subject = ReadonlyMap<string, number>

const shares = { sameClause: 1, sameStatement: 0.6, introduction: 0.5, head: 0.8, part: 0.8 }

/** Of a compound, in letters: its shortest part, the shortest rest of it, and the longest compound. */
const leastPart = 5
const leastRest = 3
const maxCompound = 40

/** How much words say about a subject: those in few statements of an answer the most. */
export class WordWeights {
  readonly #counts = new Map<string, number>()
  readonly #total: number
  readonly #parts = new Map<string, readonly string[]>()

  constructor(answers: readonly (readonly Statement[])[]) {
    this.#total = 1 + Math.max(1, ...answers.map(({ length }) => length))
    for (const statements of answers) {
      const own = new Map<string, number>()
      for (const { words } of statements) {
        for (const stem of new Set(words.map((word) => word.stem))) own.set(stem, (own.get(stem) ?? 0) + 1)
      }
      for (const [stem, count] of own) this.#counts.set(stem, Math.max(count, this.#counts.get(stem) ?? 0))
    }
  }

  /** The words of the answers with which a longer word begins or ends: `Schotter` of `Schotterpiste`. */
  partsOf({ stem, written }: Word): readonly string[] {
    const known = this.#parts.get(written)
    if (known !== undefined) return known
    const parts: string[] = []
    const last = written.length > maxCompound ? 0 : written.length - leastRest
    for (let at = leastPart; at <= last; at += 1) {
      for (const part of [stemOf(written.slice(0, at)), stemOf(written.slice(written.length - at))]) {
        if (part !== stem && part.length >= leastPart - 1 && this.#counts.has(part) && !parts.includes(part))
          parts.push(part)
      }
    }
    this.#parts.set(written, parts)
    return parts
  }

  /** Between 0 and 1. */
  of(stem: string): number {
    return Math.log(this.#total / (this.#counts.get(stem) ?? 1)) / Math.log(this.#total)
  }

  /** The weight of what both subjects have in common. */
  shared(one: Subject, other: Subject): number {
    let sum = 0
    for (const [stem, weight] of one) {
      const found = other.get(stem)
      if (found !== undefined) sum += this.of(stem) * Math.min(weight, found)
    }
    return sum
  }

  total(subject: Subject): number {
    let sum = 0
    for (const [stem, weight] of subject) sum += this.of(stem) * weight
    return sum
  }
}

/** The words around a part of a statement; of a table row, its first cell and the head of the column. */
export function subjectOf(
  { words, heads, introduction }: Statement,
  part: { from: number; to: number },
  weights: WordWeights,
): Subject {
  const subject = new Map<string, number>()
  const set = (stem: string, weight: number) => {
    if (weight > (subject.get(stem) ?? 0)) subject.set(stem, weight)
  }
  const add = (word: Word, weight: number) => {
    set(word.stem, weight)
    for (const stem of weights.partsOf(word)) set(stem, weight * shares.part)
  }
  const clause = clauseAt(words, part)
  for (const word of words) {
    if (word.isEmpty || (word.from >= part.from && word.to <= part.to)) continue
    const isNear = word.clause === clause || (heads !== null && (word.clause === 0 || clause === 0))
    if (isNear) add(word, shares.sameClause)
    else if (heads === null) add(word, shares.sameStatement)
  }
  for (const word of heads?.[clause] ?? []) if (!word.isEmpty) add(word, shares.head)
  for (const word of introduction) if (!word.isEmpty) add(word, shares.introduction)
  return subject
}
