import type { RouteInput, RouteOutput } from '../../../shared/rpc/contract'
import { useVoteCall } from './votes/use-vote-call'

/** A ranking with what it is based on. */
export type RankingReport = RouteOutput<'ranking.get'>
export type RankingQuery = RouteInput<'ranking.get'>

/** The ranking for this query, loaded again whenever votes change; null before the first. */
export function useRanking(query: RankingQuery) {
  const { answer: ranking, error } = useVoteCall('ranking.get', query)
  return { ranking, error }
}
