import { useMemo } from 'react'

import type { Message } from '../../../shared/sessions/messages'
import type { ApprovalRequest, Notice } from '../../../shared/runs/events'
import { useApp, useConversation } from '../../state/app/use-app'

const noApprovals: readonly ApprovalRequest[] = []
const noNotices: readonly Notice[] = []

/** The requests and notices of the run that writes `message`. */
export function useLiveRun({ id, sessionId }: Message): {
  approvals: readonly ApprovalRequest[]
  notices: readonly Notice[]
} {
  const app = useApp()
  const conversation = useMemo(() => app.conversations.of(sessionId), [app, sessionId])
  const approvals = useConversation(conversation, ({ live }) =>
    live?.messageId === id ? live.snapshot.pending.approvals : noApprovals,
  )
  const notices = useConversation(conversation, ({ live }) =>
    live?.messageId === id ? live.snapshot.notices : noNotices,
  )
  return { approvals, notices }
}
