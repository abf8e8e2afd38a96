import type { Merges } from '../../../compare/merge/merges'
import type { RouteHandlers, StreamHandlers } from '../../router'

/** `merges.*` and `merge.run`. */
export function mergeHandlers(merges: Merges) {
  return {
    routes: {
      'merges.list': ({ comparisonId }) => ({ merges: merges.list(comparisonId) }),
      'merges.remove': async ({ mergeId }) => {
        await merges.remove(mergeId)
        return { removed: true }
      },
      'merges.promote': async ({ mergeId }) => ({ session: await merges.promote(mergeId) }),
    } satisfies Partial<RouteHandlers>,
    streams: {
      'merge.run': (input) => merges.run(input),
    } satisfies Partial<StreamHandlers>,
  }
}
