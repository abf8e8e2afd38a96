import type { RankedVote, Ranking } from '../../../shared/ranking/ranking'
import { rankVotes } from '../rank-votes'

/** The ranking with the prior that users get. */
export const withPrior = (votes: readonly RankedVote[]) => rankVotes(votes, { prior: 'normal' })

/** The maximum-likelihood ranking. */
export const withoutPrior = (votes: readonly RankedVote[]) => rankVotes(votes, { prior: 'none' })

/** One vote on what was shown; what is chosen is named by its contestant, whose first answer it is. */
export const vote = (
  shown: readonly string[],
  result: RankedVote['result'],
  chosen: readonly string[],
  more: Partial<RankedVote> = {},
): RankedVote => ({ shown, result, chosen: chosen.map((key) => shown.indexOf(key)), at: 0, ...more })

/** Repeats a vote `count` times. */
export const times = (count: number, one: RankedVote) => Array.from({ length: count }, () => one)

/** The strength of a contestant in a ranking; not a number if it is not ranked. */
export function strengthOf({ contestants }: Ranking, key: string): number {
  return contestants.find((each) => each.key === key)?.strength ?? Number.NaN
}

/** A pair of a ranking. */
export function pairOf({ pairs }: Ranking, a: string, b: string) {
  return pairs.find((pair) => pair.a === a && pair.b === b)
}
