import { Suspense } from 'react'

import type { ApprovalRequest } from '../../../shared/runs/events'
import { withTexts } from '../../language/t'
import { lazyModule } from '../../ui/lazy-module'

/** Few answers wait for an approval. */
export const approvalCards = lazyModule(() => withTexts('late', import('./approval-card')))

export function LazyApprovalCard({ approval }: { approval: ApprovalRequest }) {
  return (
    <Suspense>
      <LoadedApprovalCard approval={approval} />
    </Suspense>
  )
}

function LoadedApprovalCard({ approval }: { approval: ApprovalRequest }) {
  const { ApprovalCard } = approvalCards.useModule()
  return <ApprovalCard approval={approval} />
}
