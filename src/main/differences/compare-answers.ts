import { type AnswerDifferences, maxComparedAnswers } from '../../shared/differences/differences'
import { invariant } from '../../shared/invariant'
import { type Clock, systemClock } from '../base/clock'
import { compareGrid } from './grid/compare-grid'
import { comparePair } from './pair/compare-pair'
import { WorkBudget } from './matching/work-budget'

/** After this time a comparison returns what it has. Ordinary answers need a fraction of it. */
const comparisonMs = 3_000

/**
 * Finds the differences between two answers, or among three to eight, without a model. Never throws for any texts; what
 * exceeds the limits is left out, and the result says so.
 */
export function compareAnswers(
  texts: readonly string[],
  clock: Pick<Clock, 'monotonic'> = systemClock,
): AnswerDifferences {
  const [first, second] = texts
  invariant(first !== undefined && second !== undefined, 'at least two answers are compared')
  invariant(texts.length <= maxComparedAnswers, 'no more answers are compared than the limit')
  const budget = new WorkBudget(clock, comparisonMs)
  return texts.length === 2 ? comparePair(first, second, budget) : compareGrid(texts, budget)
}
