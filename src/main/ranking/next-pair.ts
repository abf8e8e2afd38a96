import { isSettled } from '../statistics/e-value'
import type { DirectOutcomeTable } from './direct-outcomes'
import type { Strengths } from './strengths'

/** How much the next vote on two contestants is expected to tell about who is best. */
export interface PairGain {
  a: number
  b: number
  isSettled: boolean
  /** The variance of the difference in strength now, and after one more vote. */
  variance: number
  after: number
  /**
   * The expected reduction of the variance, weighted for each of the two by the probability that it is better than the
   * leader (for the leader itself 1/2).
   */
  gain: number
}

/** What the votes so far say. Contestants are numbers. */
export interface Standing {
  /** All contestants, strongest first. */
  ranked: readonly number[]
  strengths: Strengths
  outcomes: Pick<DirectOutcomeTable, 'evidence'>
  /** Davidson’s nu, or 0. */
  tieParameter: number
}

/**
 * The gain of every pair, those of higher ranked contestants first.
 *
 * A vote about a pair has the Fisher information `I = (p_a + p_b) / 4 - (p_a - p_b)^2 / 4` on the difference, with
 * the probabilities of Davidson’s model, and reduces its variance from V to `V / (1 + I V)`.
 */
export function pairGains({ ranked, strengths, outcomes, tieParameter }: Standing): PairGain[] {
  const leader = ranked[0] ?? 0
  const weights = new Map(
    ranked.map((each) => [each, each === leader ? 0.5 : strengths.probabilityBetter(each, leader)]),
  )
  return ranked.flatMap((a, rank) =>
    ranked.slice(rank + 1).map((b): PairGain => {
      const { wins, losses } = outcomes.evidence(a, b)
      const variance = strengths.differenceVariance(a, b)
      const after = variance / (1 + pairInformation(strengths, tieParameter, a, b) * variance)
      const gain = (variance - after) * (weights.get(a) ?? 0) * (weights.get(b) ?? 0)
      return { a, b, isSettled: isSettled(wins, losses), variance, after, gain }
    }),
  )
}

function pairInformation(strengths: Strengths, tieParameter: number, a: number, b: number): number {
  const difference = strengths.strength(a) - strengths.strength(b)
  const [up, down] = [Math.exp(difference / 2), Math.exp(-difference / 2)] as const
  const total = up + down + tieParameter
  const [won, lost] = [up / total, down / total] as const
  return (won + lost - (won - lost) ** 2) / 4
}
