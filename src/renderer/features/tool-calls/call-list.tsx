import { memo } from '../../language/memo'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { ToolCard } from './tool-card'
import { AgentCard } from './agent-call-card'
import type { CallItem, CallListItem } from './answer-items'
import { CommandCard } from './command-call-card'
import { EditCard } from './edit-call-card'
import { QuietCalls } from './quiet-calls'

interface CallListProps {
  items: readonly CallListItem[]
  /** The approvals that a call waits for; a stable reference while nothing changes. */
  approvalsOf: (toolCallId: string) => readonly ApprovalRequest[]
}

/** A vertical list of calls. */
export function CallList({ items, approvalsOf }: CallListProps) {
  return items.map((item) => <CallEntry key={item.index} item={item} approvalsOf={approvalsOf} />)
}

interface CallEntryProps extends Pick<CallListProps, 'approvalsOf'> {
  item: CallListItem
}

/** One call in the way its kind is shown, or several calls grouped into one. */
export function CallEntry({ item, approvalsOf }: CallEntryProps) {
  if (item.kind === 'quiet') return <QuietCalls item={item} />
  const approvals = approvalsOf(item.call.toolCallId)
  // The nested calls change without the call itself.
  if (item.inner.length > 0 || item.call.kind === 'agent') {
    return (
      <AgentCard item={item} approvals={approvals} approvalsOf={approvalsOf}>
        <CallList items={item.inner} approvalsOf={approvalsOf} />
      </AgentCard>
    )
  }
  return <Leaf call={item.call} result={item.result} approvals={approvals} />
}

const Leaf = memo(function Leaf({
  call,
  result,
  approvals,
}: Pick<CallItem, 'call' | 'result'> & { approvals: readonly ApprovalRequest[] }) {
  if (call.kind === 'execute') return <CommandCard call={call} result={result} approvals={approvals} />
  if (call.changes !== undefined && call.changes.length > 0) {
    return <EditCard call={call} result={result} changes={call.changes} approvals={approvals} />
  }
  return <ToolCard call={call} result={result} approvals={approvals} />
})
