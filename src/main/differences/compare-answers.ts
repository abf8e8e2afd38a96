import {
  type AnswerDifferences,
  maxComparedAnswers,
  maxConflicts,
} from '../../shared/differences/differences'
import { invariant } from '../../shared/invariant'
import { type Clock, systemClock } from '../base/clock'
import { findClaimConflicts } from './conflicts/find-claim-conflicts'
import { findFactConflicts } from './conflicts/find-fact-conflicts'
import { findPlainConflicts } from './conflicts/find-plain-conflicts'
import { joinPairs } from './conflicts/join-pairs'
import { WordWeights } from './conflicts/subjects'
import { findUnshared } from './find-unshared'
import { listValues } from './list-values'
import { statementsOf } from './text/statements'
import { WorkBudget } from './text/work-budget'

/** After this time a comparison returns what it has. Ordinary answers need a fraction of it. */
const comparisonMs = 3_000

/**
 * Finds the differences among two to eight answers, without a model. Never throws for any texts; what exceeds the limits
 * is left out, and the result says so.
 */
export function compareAnswers(
  texts: readonly string[],
  clock: Pick<Clock, 'monotonic'> = systemClock,
): AnswerDifferences {
  invariant(texts.length >= 2 && texts.length <= maxComparedAnswers, 'two to eight answers are compared')
  const budget = new WorkBudget(clock, comparisonMs)
  const answers = texts.map((text, answer) => statementsOf(text, answer, budget))
  const weights = new WordWeights(answers)
  const conflicts = joinPairs([
    ...findPlainConflicts(answers, weights, budget),
    ...findFactConflicts(answers, weights, budget),
    ...findClaimConflicts(answers, weights, budget),
  ])
  if (conflicts.length > maxConflicts) budget.cut()
  const values = listValues(answers, conflicts, budget)
  const unshared = findUnshared(answers, conflicts, weights, budget)
  return { conflicts: conflicts.slice(0, maxConflicts), values, unshared, isCut: budget.isCut }
}
