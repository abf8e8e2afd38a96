import type { ComparisonId } from '../../../../shared/ids'
import type { Comparison } from '../../../../shared/sessions/sessions'
import type { Merges } from '../../../compare/merge/merges'
import type { RouteHandlers, StreamHandlers } from '../../router'

/** `merges.*` and `merge.run`. */
export function mergeHandlers(merges: Merges, comparisonOf: (id: ComparisonId) => Comparison) {
  return {
    routes: {
      'merges.list': ({ comparisonId }) => ({ merges: merges.list(comparisonId) }),
      'merges.remove': async ({ mergeId }) => {
        await merges.remove(mergeId)
        return { removed: true }
      },
      'merges.promote': async ({ mergeId }) => ({ session: await merges.promote(mergeId) }),
      'merges.openBlind': async ({ mergeId }) => ({
        comparison: comparisonOf(await merges.openBlind(mergeId)),
      }),
    } satisfies Partial<RouteHandlers>,
    streams: {
      'merge.run': (input) => merges.run(input),
    } satisfies Partial<StreamHandlers>,
  }
}
