import type { Votes } from '../../votes/votes'
import type { RouteHandlers } from '../router'

/** `votes.*`. */
export function voteHandlers(votes: Votes) {
  return {
    'votes.cast': (input) => ({ vote: votes.cast(input) }),
    'votes.change': (input) => ({ vote: votes.change(input) }),
    'votes.remove': ({ voteId }) => ({ removed: votes.remove(voteId) }),
    'votes.list': (input) => votes.list(input),
    'votes.import': ({ csv }) => votes.importCsv(csv),
    'votes.export': () => ({ csv: votes.exportCsv() }),
  } satisfies Partial<RouteHandlers>
}
