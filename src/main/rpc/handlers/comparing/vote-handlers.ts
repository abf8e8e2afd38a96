import type { RouteCheckedInput } from '../../../../shared/rpc/contract'
import type { Votes } from '../../../votes/votes'
import type { RouteHandlers } from '../../router'

/** `votes.*` and `ranking.*`. */
export function voteHandlers(votes: Votes) {
  return {
    'votes.cast': (input) => ({ vote: votes.cast(input) }),
    'votes.change': (input) => ({ vote: votes.change(input) }),
    'votes.remove': ({ voteId }) => ({ removed: votes.remove(voteId) }),
    'votes.list': ({ ranked, ...input }) =>
      ranked === undefined
        ? votes.list(input)
        : votes.listRanked({ ...scopeOf(ranked), fold: false, apart: false }, input.limit),
    'votes.import': ({ csv }) => votes.importCsv(csv),
    'ranking.get': (query) => votes.ranking(...rankingOf(query)),
    'votes.export': async () => ({ csv: await votes.exportCsv() }),
  } satisfies Partial<RouteHandlers>
}

/** Converts a query to the scope of its votes and the options of the ranking. */
export function rankingOf(query: RouteCheckedInput<'ranking.get'>): Parameters<Votes['ranking']> {
  const { fold = false, apart = false, prior = 'normal' } = query
  return [{ ...scopeOf(query), fold, apart }, prior]
}

function scopeOf(query: NonNullable<RouteCheckedInput<'votes.list'>['ranked']>) {
  const { tags = [], since = 0, blindOnly = false, source = null } = query
  return { tags, since, blindOnly, source }
}
