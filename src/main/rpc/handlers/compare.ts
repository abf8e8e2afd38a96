import type { ComparisonBin } from '../../compare/comparison-bin'
import type { Comparisons } from '../../compare/comparisons'
import type { RouteHandlers, StreamHandlers } from '../router'

const notBuilt = (): never => {
  throw new Error('not built yet')
}

/** `compare.*` and `pane.run`. `onErased` is told once comparisons are gone from the bin. */
export function compareHandlers(comparisons: Comparisons, bin: ComparisonBin, onErased: () => void) {
  return {
    routes: {
      'compare.create': (input) => ({ comparison: comparisons.create(input) }),
      'compare.get': ({ comparisonId }) => ({ comparison: comparisons.get(comparisonId) }),
      'compare.list': (input) => ({ comparisons: comparisons.list(input) }),
      'compare.update': ({ comparisonId, ...patch }) => ({
        comparison: comparisons.update(comparisonId, patch),
      }),
      'compare.delete': async ({ comparisonId }) => {
        await comparisons.delete(comparisonId)
        return { deleted: true }
      },
      'compare.restore': ({ comparisonId }) => ({ comparison: comparisons.restore(comparisonId) }),
      'compare.erase': async ({ comparisonId }) => {
        const erased = await (comparisonId === undefined ? bin.empty() : bin.erase(comparisonId))
        onErased()
        return { erased }
      },
      'compare.addPane': ({ comparisonId, ...model }) => ({
        comparison: comparisons.addPane(comparisonId, model),
      }),
      'compare.movePane': notBuilt,
      'compare.updatePane': notBuilt,
      'compare.promotePane': notBuilt,
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
