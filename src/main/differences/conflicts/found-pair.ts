import type { ConflictKind } from '../../../shared/differences/differences'
import type { Fact } from '../facts/fact'
import type { Statement } from '../text/statements'

/** A passage that is in conflict with one of another answer. */
export interface FoundPassage {
  statement: Statement
  from: number
  to: number
  /** What it says: a value, or for a claim a text that is equal if the claim is. */
  says: Fact['value'] | string
}

/** Passages of two answers that are in conflict. */
export interface FoundPair {
  kind: ConflictKind
  /** How much the two have in common. */
  score: number
  passages: readonly [FoundPassage, FoundPassage]
}

/** Each two of these answers, once. */
export function* pairsOf<Answer>(answers: readonly Answer[]): Generator<[one: Answer, other: Answer]> {
  for (const [index, one] of answers.entries()) {
    for (const other of answers.slice(index + 1)) yield [one, other]
  }
}
