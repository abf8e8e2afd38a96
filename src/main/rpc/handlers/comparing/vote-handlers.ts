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
    'ranking.get': ({ tags = [], since = 0, blindOnly = false, fold = false, prior = 'normal' }) =>
      votes.ranking({ tags, since, blindOnly, fold }, prior),
    'votes.export': () => ({ csv: votes.exportCsv() }),
  } satisfies Partial<RouteHandlers>
}
