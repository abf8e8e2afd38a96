import type { Fact } from '../facts/fact'
import type { Statement } from '../text/statements'

/** What a part of a statement is about: its words, each with its weight between 0 and 1. */
export type Subject = ReadonlyMap<string, number>

const shares = { sameClause: 1, sameStatement: 0.6, introduction: 0.5, head: 0.8 }

/** How much words say about a subject: those in few statements of an answer the most. */
export class WordWeights {
  readonly #counts = new Map<string, number>()
  readonly #total: number

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
): Subject {
  const subject = new Map<string, number>()
  const add = (stem: string, weight: number) => {
    if (weight > (subject.get(stem) ?? 0)) subject.set(stem, weight)
  }
  const clause = clauseAt(words, part)
  for (const word of words) {
    if (word.isEmpty || (word.from >= part.from && word.to <= part.to)) continue
    const isNear = word.clause === clause || (heads !== null && (word.clause === 0 || clause === 0))
    if (isNear) add(word.stem, shares.sameClause)
    else if (heads === null) add(word.stem, shares.sameStatement)
  }
  for (const word of heads?.[clause] ?? []) if (!word.isEmpty) add(word.stem, shares.head)
  for (const word of introduction) if (!word.isEmpty) add(word.stem, shares.introduction)
  return subject
}

/** The clause at a place. */
function clauseAt(words: Statement['words'], { from, to }: { from: number; to: number }): number {
  return (
    (words.find((word) => word.from >= from && word.from < to) ?? words.findLast((word) => word.from < from))
      ?.clause ?? 0
  )
}

/** The word that a number without a unit counts: `three locks`. */
export function countedWord({ words }: Statement, { from, to }: Fact): string {
  const clause = clauseAt(words, { from, to })
  const after = words.filter((word) => word.from >= to && word.clause === clause).slice(0, 3)
  return after.find((word) => !word.isEmpty)?.stem ?? ''
}
