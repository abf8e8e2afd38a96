import { lazyComponent } from '../../ui/lazy-component'

/** Few answers wait for an approval. */
export const LazyApprovalCard = lazyComponent(() => import('./approval-card'), 'ApprovalCard')
