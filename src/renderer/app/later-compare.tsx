import type { ComparisonId } from '../../shared/ids'
import { later } from '../ui/later'

/** The view of comparisons: a window that opens with a chat has no need of it before. */
export const compareView = later(() => import('../features/compare/compare-page'))

export function LaterCompare(props: { comparisonId: ComparisonId | null }) {
  const { ComparePage } = compareView.useModule()
  return <ComparePage {...props} />
}
