import type { RankedVote, Ranking, RankingOptions } from '../../shared/ranking/ranking'
import { rankVotes } from './rank-votes'

/** Ranking is done by a thread: thousands of votes would block the main one. */
export const rankingJobs = {
  rankVotes: ({ votes, options }: { votes: readonly RankedVote[]; options: RankingOptions }): Ranking =>
    rankVotes(votes, options),
}

export type RankingJobs = typeof rankingJobs
