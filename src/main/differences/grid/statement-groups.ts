import { findCandidates, type Pairing } from '../matching/candidates'
import { similarity } from '../matching/similarity'
import type { Vocabulary } from '../matching/vocabulary'
import type { WorkBudget } from '../matching/work-budget'
import type { Statement } from './statements'

/** Statements that are less similar are about different things. */
const leastSimilarity = 0.5

/** Groups similar statements of different answers: most similar first, at most one of each answer in a group. */
export function groupStatements(
  answers: readonly (readonly Statement[])[],
  vocabulary: Vocabulary,
  budget: WorkBudget,
): Map<Statement, Statement[]> {
  const groups = new Map<Statement, Statement[]>()
  for (const statement of answers.flat()) groups.set(statement, [statement])
  for (const { one, other } of similarPairs(answers, vocabulary, budget)) {
    const [group, joining] = [groups.get(one), groups.get(other)]
    if (group === undefined || joining === undefined || group === joining) continue
    if (group.some(({ answer }) => joining.some((each) => each.answer === answer))) continue
    group.push(...joining)
    for (const statement of joining) groups.set(statement, group)
  }
  return groups
}

interface StatementPair {
  one: Statement
  other: Statement
  similarity: number
}

function similarPairs(
  answers: readonly (readonly Statement[])[],
  vocabulary: Vocabulary,
  budget: WorkBudget,
): StatementPair[] {
  const pairs: StatementPair[] = []
  for (const [index, own] of answers.entries()) {
    for (const others of answers.slice(index + 1)) {
      if (!budget.allows()) break
      for (const pairing of findCandidates(own, others, similarity, vocabulary, budget)) {
        const pair = pairOf(own, others, pairing)
        if (pair !== null) pairs.push(pair)
      }
    }
  }
  return pairs.toSorted((one, other) => other.similarity - one.similarity)
}

function pairOf(
  own: readonly Statement[],
  others: readonly Statement[],
  { first, second, similarity: measured }: Pairing,
): StatementPair | null {
  const [one, other] = [own[first], others[second]]
  if (one === undefined || other === undefined || measured < leastSimilarity) return null
  // A block of code is not the same statement as a sentence about it.
  if ((one.block === 'code') !== (other.block === 'code')) return null
  return { one, other, similarity: measured }
}
