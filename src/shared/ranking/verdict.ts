import type { RankedContestant, RankedPair, Ranking } from './ranking'

/**
 * The conclusion of a ranking about its first two contestants. The direct votes about them may contradict the
 * strengths, which come from all votes.
 *
 * - `better`: the direct votes settle that the first one is better.
 * - `leads`: it leads, and has won most of the direct votes.
 * - `uncompared`: it leads, but no vote has decided between the two.
 * - `level`: neither leads.
 * - `behind-directly`: it leads, but has not won most of the direct votes.
 * - `worse-directly`: it leads, but the direct votes settle that the second one is better.
 */
export type RankingVerdict =
  | { kind: 'none' }
  | {
      kind: 'better' | 'leads' | 'uncompared' | 'level' | 'behind-directly' | 'worse-directly'
      first: RankedContestant
      second: RankedContestant
      pair: RankedPair
    }

/** The verdict on the two strongest contestants; `none` if there are fewer. */
export function verdictOf({ contestants, pairs }: Pick<Ranking, 'contestants' | 'pairs'>): RankingVerdict {
  const [first, second] = contestants
  const pair = pairs.find(({ a, b }) => a === first?.key && b === second?.key)
  if (first === undefined || second === undefined || pair === undefined) return { kind: 'none' }
  return { kind: kindOf(pair, first.strength - second.strength), first, second, pair }
}

function kindOf(
  { wins, losses, favours, isSettled }: RankedPair,
  lead: number,
): Exclude<RankingVerdict['kind'], 'none'> {
  if (isSettled) return favours === 'a' ? 'better' : 'worse-directly'
  if (lead === 0) return 'level'
  if (wins + losses === 0) return 'uncompared'
  return favours === 'a' && wins > losses ? 'leads' : 'behind-directly'
}

/** Whom the direct votes of a settled pair prefer; null if it is not settled. */
export function winnerOf({ a, b, favours, isSettled }: RankedPair): string | null {
  if (!isSettled) return null
  return favours === 'a' ? a : b
}
