import type { RouteCheckedInput } from '../../../../shared/rpc/contract'
import type { Votes } from '../../../votes/votes'
import type { RouteHandlers } from '../../router'

/** `votes.*` and `ranking.*`. */
export function voteHandlers(votes: Votes) {
  return {
    'votes.cast': (input) => ({ vote: votes.cast(input) }),
    'votes.change': (input) => ({ vote: votes.change(input) }),
    'votes.remove': ({ voteId }) => ({ removed: votes.remove(voteId) }),
    'votes.list': (input) => votes.list(input),
    'votes.import': ({ csv }) => votes.importCsv(csv),
    'ranking.get': (query) => votes.ranking(...rankingOf(query)),
    'votes.export': async () => ({ csv: await votes.exportCsv() }),
  } satisfies Partial<RouteHandlers>
}

/** Which votes a query is about, and how it ranks them. */
export function rankingOf(query: RouteCheckedInput<'ranking.get'>): Parameters<Votes['ranking']> {
  const { tags = [], since = 0, blindOnly = false, fold = false, prior = 'normal', source = null } = query
  return [{ tags, since, blindOnly, fold, source }, prior]
}
