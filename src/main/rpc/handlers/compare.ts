import type { Comparisons } from '../../compare/comparisons'
import type { RouteHandlers, StreamHandlers } from '../router'

/** `compare.*` and `pane.run`. */
export function compareHandlers(comparisons: Comparisons) {
  return {
    routes: {
      'compare.create': (input) => ({ comparison: comparisons.create(input) }),
      'compare.get': ({ comparisonId }) => ({ comparison: comparisons.get(comparisonId) }),
      'compare.list': ({ limit }) => ({ comparisons: comparisons.list(limit) }),
      'compare.update': ({ comparisonId, title }) => ({
        comparison: comparisons.rename(comparisonId, title),
      }),
      'compare.delete': async ({ comparisonId }) => {
        await comparisons.delete(comparisonId)
        return { deleted: true }
      },
      'compare.restore': ({ comparisonId }) => ({ comparison: comparisons.restore(comparisonId) }),
      'compare.addPane': ({ comparisonId, ...model }) => ({
        comparison: comparisons.addPane(comparisonId, model),
      }),
      'compare.removePane': async ({ comparisonId, paneId }) => ({
        comparison: await comparisons.removePane(comparisonId, paneId),
      }),
      'compare.replacePane': async ({ comparisonId, paneId, ...model }) => ({
        comparison: await comparisons.replacePane(comparisonId, paneId, model),
      }),
    } satisfies Partial<RouteHandlers>,
    streams: {
      'pane.run': (input) => comparisons.run(input),
    } satisfies Partial<StreamHandlers>,
  }
}
