import type { Conflict, UnsharedTopic } from '../../shared/differences/differences'
import type { WordWeights } from './conflicts/subjects'
import type { Statement } from './text/statements'
import type { WorkBudget } from './text/work-budget'

/** A statement is shared if another answer has a statement with this much of what it says. */
const sharedPart = 0.3
/** Statements with less to them are not listed. */
const leastWords = 2
/** Words in more statements than this do not tell which are alike. */
const maxStatementsOfWord = 100

/** For each answer the statements that no other answer seems to make, by the heading above them. */
export function findUnshared(
  answers: readonly (readonly Statement[])[],
  conflicts: readonly Conflict[],
  weights: WordWeights,
  budget: WorkBudget,
): UnsharedTopic[][] {
  const byStem = statementsByStem(answers.flat())
  return answers.map((statements, answer) => {
    const inConflict = new Set(
      conflicts.flatMap(({ sides }) =>
        sides.flat().flatMap((passage) => (passage.answer === answer ? [passage.sentence[0]] : [])),
      ),
    )
    const topics: UnsharedTopic[] = []
    for (const statement of statements) {
      if (!budget.allows(statement.words.length)) break
      if (inConflict.has(statement.from) || isShared(statement, byStem, weights)) continue
      const last = topics.at(-1)
      const entry = { block: statement.block, range: [statement.from, statement.to] as const }
      if (last?.heading === statement.heading) last.statements.push(entry)
      else topics.push({ heading: statement.heading, statements: [entry] })
    }
    return topics
  })
}

function statementsByStem(statements: readonly Statement[]): ReadonlyMap<string, Statement[]> {
  const byStem = new Map<string, Statement[]>()
  for (const statement of statements) {
    for (const stem of stemsOf(statement)) {
      const list = byStem.get(stem)
      if (list === undefined) byStem.set(stem, [statement])
      else list.push(statement)
    }
  }
  return byStem
}

function stemsOf({ words }: Statement): Set<string> {
  return new Set(words.flatMap((word) => (word.isEmpty ? [] : [word.stem])))
}

function isShared(
  statement: Statement,
  byStem: ReadonlyMap<string, readonly Statement[]>,
  weights: WordWeights,
): boolean {
  const stems = stemsOf(statement)
  // A question or a greeting says nothing about the subject.
  if (stems.size < leastWords || statement.text.endsWith('?') || statement.text.endsWith(':')) return true
  let total = 0
  const shares = new Map<Statement, number>()
  for (const stem of stems) {
    const weight = weights.of(stem)
    total += weight
    const others = byStem.get(stem) ?? []
    if (others.length > maxStatementsOfWord) continue
    for (const other of others) {
      if (other.answer !== statement.answer) shares.set(other, (shares.get(other) ?? 0) + weight)
    }
  }
  return Math.max(0, ...shares.values()) >= total * sharedPart
}
