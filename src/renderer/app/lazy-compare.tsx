import type { ComparisonId } from '../../shared/ids'
import { lazyModule } from '../ui/lazy-module'

/** The view of comparisons: a window that opens with a chat has no need of it before. */
export const compareView = lazyModule(() => import('../features/compare/compare-page'))

export function LazyCompare(props: { comparisonId: ComparisonId | null }) {
  const { ComparePage } = compareView.useModule()
  return <ComparePage {...props} />
}
