import type { NextPair } from '../../shared/ranking/ranking'
import type { DirectOutcomeTable } from './direct-outcomes'
import { isSettled } from './e-value'
import type { Strengths } from './strengths'
import type { Tally } from './tallies'

/** Input for the choice of the next pair. Contestants are numbers. */
export interface Standing {
  keys: readonly string[]
  /** All contestants, strongest first. */
  ranked: readonly number[]
  strengths: Strengths
  outcomes: DirectOutcomeTable
  tallies: readonly Tally[]
  /** Davidson’s nu, or 0. */
  tieParameter: number
}

/**
 * Chooses the pair that is not settled and whose next vote is expected to tell most about who is best: the one with
 * the largest expected reduction of the variance of its difference in strength, weighted for each of the two by the
 * probability that it is better than the leader (for the leader itself 1/2). If that is the same, the cheaper pair;
 * after that, the one whose contestants are ranked higher.
 *
 * A vote about a pair has the Fisher information `I = (p_a + p_b) / 4 - (p_a - p_b)^2 / 4` on the difference, with
 * the probabilities of Davidson’s model, and reduces its variance from V to `V / (1 + I V)`.
 */
export function nextPair(standing: Standing): NextPair | null {
  const { ranked, strengths, keys, outcomes } = standing
  const leader = ranked[0]
  if (leader === undefined) return null
  const weights = new Map(
    ranked.map((each) => [each, each === leader ? 0.5 : strengths.probabilityBetter(each, leader)]),
  )
  let chosen: Candidate | null = null
  for (const [rank, a] of ranked.entries()) {
    for (const b of ranked.slice(rank + 1)) {
      const { wins, losses } = outcomes.evidence(a, b)
      if (isSettled(wins, losses)) continue
      const variance = strengths.differenceVariance(a, b)
      const after = variance / (1 + pairInformation(standing, a, b) * variance)
      const score = (variance - after) * (weights.get(a) ?? 0) * (weights.get(b) ?? 0)
      const candidate = { a, b, variance, after, score, costUsd: costOf(standing, a, b) }
      if (chosen === null || isBefore(candidate, chosen)) chosen = candidate
    }
  }
  if (chosen === null) return null
  const { a, b, variance, after, costUsd } = chosen
  const { wins, losses, ties } = outcomes.of(a, b)
  return {
    a: keys[a] ?? '',
    b: keys[b] ?? '',
    reason: wins + losses + ties === 0 ? 'never-compared' : 'not-settled',
    standardDeviation: Math.sqrt(variance),
    expectedStandardDeviation: Math.sqrt(after),
    costUsd,
  }
}

interface Candidate {
  a: number
  b: number
  variance: number
  after: number
  score: number
  costUsd: number | null
}

function isBefore(one: Candidate, other: Candidate): boolean {
  const difference = one.score - other.score
  if (Math.abs(difference) > 1e-9 * other.score) return difference > 0
  return (one.costUsd ?? Infinity) < (other.costUsd ?? Infinity)
}

function pairInformation({ strengths, tieParameter }: Standing, a: number, b: number): number {
  const difference = strengths.strength(a) - strengths.strength(b)
  const [up, down] = [Math.exp(difference / 2), Math.exp(-difference / 2)] as const
  const total = up + down + tieParameter
  const [won, lost] = [up / total, down / total] as const
  return (won + lost - (won - lost) ** 2) / 4
}

function costOf({ tallies }: Standing, a: number, b: number): number | null {
  const [one, other] = [tallies[a]?.meanCostUsd ?? null, tallies[b]?.meanCostUsd ?? null] as const
  return one === null || other === null ? null : one + other
}
