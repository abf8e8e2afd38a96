import type { RouteInput } from '../../../../shared/rpc/contract'
import { useVoteCall } from './use-vote-call'

/** Which votes are listed. */
export type VoteFilters = NonNullable<RouteInput<'votes.list'>['ranked']>

/** The newest votes that count in the ranking with these filters, loaded again whenever votes change; null at first. */
export function useRankedVotes(filters: VoteFilters, limit: number) {
  const { answer: list, error } = useVoteCall('votes.list', { ranked: filters, limit })
  return { list, error }
}
