import type { RankedVote } from '../../../shared/ranking/ranking'
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
