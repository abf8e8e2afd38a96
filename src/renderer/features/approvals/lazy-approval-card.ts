import { withTexts } from '../../language/t'
import { lazyComponent } from '../../ui/lazy-component'

/** Few answers wait for an approval. */
export const LazyApprovalCard = lazyComponent(
  () => withTexts('late', import('./approval-card')),
  'ApprovalCard',
)
