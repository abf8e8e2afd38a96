import type {
  NextPair,
  RankedContestant,
  RankedEffect,
  RankedPair,
  RankedVote,
  Ranking,
  RankingOptions,
} from '../../shared/ranking/ranking'
import { contestantsOf, indexVotes } from './checked-vote'
import { DirectOutcomeTable } from './direct-outcomes'
import { eValue, isSettled, moreVotes } from '../statistics/e-value'
import { type Fit, fitVotes } from './fit'
import { normal97_5 } from '../statistics/normal-distribution'
import { type PairGain, pairGains, type Standing } from './next-pair'
import { exactStrengths, fittedStrengths } from './strengths'
import { talliesOf, type Tally } from './tallies'
import type { Covariate } from './vote-model'

/** Position and length are shown from this number of votes on. */
const votesForEffects = 50

/**
 * Ranks contestants by one person’s votes: few, with ties, sometimes in cycles. Contestants are those of the votes.
 *
 * - Strengths are those of Davidson’s model and its generalization to more than two (`vote-model.ts`), fitted by
 *   Newton’s method with a normal prior or without one (`fit.ts`). They have mean 0, and so has what their intervals
 *   are about: how far a contestant is above or below the mean of all.
 * - With the prior `normal`, only two contestants with one answer each are computed exactly (`strengths.ts`), and the
 *   place on the screen and the length of an answer are taken into account.
 * - Votes with a `weight` below 1 say less, in strengths and as evidence, but are counted like others.
 * - A pair is settled by the e-value of the votes about it (`e-value.ts`), not by its probability, which would announce
 *   a winner between equals sooner or later.
 *
 * @throws InvariantError if a vote contradicts itself
 */
export function rankVotes(votes: readonly RankedVote[], options: RankingOptions): Ranking {
  const allBad = votes.filter(({ result }) => result === 'all-bad').length
  const keys = contestantsOf(votes)
  const indexed = indexVotes(votes, keys)
  const fit = fitVotes(indexed, keys.length, options)
  const outcomes = new DirectOutcomeTable(indexed, keys.length)
  const isPlain = votes.every(({ shown }) => shown.length === 2)
  const isExact = keys.length === 2 && isPlain && options.prior === 'normal'
  const strengths = isExact ? exactStrengths(outcomes.evidence(0, 1)) : fittedStrengths(fit)
  const tallies = talliesOf(indexed, keys.length)

  const ranked = keys
    .map((_, contestant) => contestant)
    // Equal contestants differ by rounding, which must not decide.
    .toSorted((one, other) => {
      const difference = strengths.strength(other) - strengths.strength(one)
      return Math.abs(difference) < 1e-9 ? one - other : difference
    })
  const contestants = ranked.map((contestant): RankedContestant => {
    const {
      votes: count,
      wins,
      costPerWinUsd,
    } = tallies[contestant] ?? { votes: 0, wins: 0, costPerWinUsd: null }
    return {
      key: keys[contestant] ?? '',
      strength: strengths.strength(contestant),
      interval: strengths.interval(contestant),
      votes: count,
      wins,
      costPerWinUsd,
    }
  })
  const pairs = ranked.flatMap((a, rank) =>
    ranked.slice(rank + 1).map((b): RankedPair => {
      const { wins, losses } = outcomes.evidence(a, b)
      return {
        a: keys[a] ?? '',
        b: keys[b] ?? '',
        ...outcomes.of(a, b),
        probabilityBetter: strengths.probabilityBetter(a, b),
        favours: wins === losses ? null : wins > losses ? 'a' : 'b',
        eValue: eValue(wins, losses),
        isSettled: isSettled(wins, losses),
        moreVotes: moreVotes(wins, losses),
      }
    }),
  )
  const { pairTie, position, length } = fit.model
  const tieParameter = pairTie === null ? null : Math.exp(fit.parameters[pairTie.parameter] ?? 0)
  return {
    contestants,
    pairs,
    tieParameter,
    position: effectOf(fit, position),
    length: effectOf(fit, length),
    allBad,
    next: nextPair(
      { ranked, strengths, outcomes, tieParameter: tieParameter ?? 0 },
      { keys, outcomes, tallies },
    ),
  }
}

function effectOf({ model, parameters, covariance }: Fit, covariate: Covariate | null): RankedEffect | null {
  if (covariate === null) return null
  const { parameter, votes } = covariate
  const coefficient = parameters[parameter] ?? 0
  const reach = normal97_5 * Math.sqrt(covariance[parameter * model.parameterCount + parameter] ?? 0)
  return {
    coefficient,
    interval: [coefficient - reach, coefficient + reach],
    isShown: votes >= votesForEffects,
  }
}

/**
 * Chooses the pair that is not settled and whose next vote has the largest gain. If that is the same, the cheaper pair;
 * after that, the one whose contestants are ranked higher.
 */
function nextPair(
  standing: Standing,
  {
    keys,
    outcomes,
    tallies,
  }: { keys: readonly string[]; outcomes: DirectOutcomeTable; tallies: readonly Tally[] },
): NextPair | null {
  const cost = ({ a, b }: PairGain) => {
    const [one, other] = [tallies[a]?.meanCostUsd ?? null, tallies[b]?.meanCostUsd ?? null] as const
    return one === null || other === null ? null : one + other
  }
  let chosen: PairGain | null = null
  for (const pair of pairGains(standing)) {
    if (pair.isSettled) continue
    const difference = pair.gain - (chosen?.gain ?? -1)
    const isSame = chosen !== null && Math.abs(difference) <= 1e-9 * chosen.gain
    if (
      chosen === null ||
      (isSame ? (cost(pair) ?? Infinity) < (cost(chosen) ?? Infinity) : difference > 0)
    ) {
      chosen = pair
    }
  }
  if (chosen === null) return null
  const { a, b, variance, after } = chosen
  const { wins, losses, ties } = outcomes.of(a, b)
  return {
    a: keys[a] ?? '',
    b: keys[b] ?? '',
    reason: wins + losses + ties === 0 ? 'never-compared' : 'not-settled',
    standardDeviation: Math.sqrt(variance),
    expectedStandardDeviation: Math.sqrt(after),
    costUsd: cost(chosen),
  }
}
