import { type ReactNode, useMemo } from 'react'

import { memo } from '../../language/memo'
import type { MessageId } from '../../../shared/ids'
import type { ApprovalRequest } from '../../../shared/runs/events'
import type { ToolCallPart } from '../../../shared/sessions/messages'
import { lazyComponent } from '../../ui/lazy-component'
import { ToolCard } from './tool-card'
import { type CallItem, type CallListItem, callCount } from './answer-items'
import { CommandCallCard } from './command-call-card'
import { EditCard } from './edit-call-card'
import { QuietCalls } from './quiet-calls'
import { t } from '../../language/t'
import { CallCard } from './call-card'
import { resultText, targetOf } from '../approvals/call-facts'
import { ToolText } from './tool-text'
import { visibleLine, withoutMiddle } from '../../../shared/text/visible-text'
import { Hint, Stack } from '../../ui/layout/layout'
import callTextStyles from '../../ui/text/call-text.module.css'

/** Few chats have edits. */
const UndoEdit = lazyComponent(() => import('./undo-edit'), 'UndoEdit')

interface CallListProps {
  items: readonly CallListItem[]
  /** The approvals that a call waits for; a stable reference while nothing changes. */
  approvalsOf: (toolCallId: string) => readonly ApprovalRequest[]
  /** The answer that has the calls; absent while it is being written. */
  messageId?: MessageId | undefined
}

/** A vertical list of calls. */
export function CallList({ items, approvalsOf, messageId }: CallListProps) {
  return items.map((item) => (
    <CallEntry key={item.index} item={item} approvalsOf={approvalsOf} messageId={messageId} />
  ))
}

interface CallEntryProps extends Pick<CallListProps, 'approvalsOf' | 'messageId'> {
  item: CallListItem
}

/** One call in the way its kind is shown, or several calls grouped into one. */
export function CallEntry({ item, approvalsOf, messageId }: CallEntryProps) {
  if (item.kind === 'quiet') return <QuietCalls item={item} />
  const approvals = approvalsOf(item.call.toolCallId)
  // The nested calls change without the call itself.
  if (item.inner.length > 0 || item.call.kind === 'agent') {
    return (
      <AgentCard item={item} approvals={approvals} approvalsOf={approvalsOf}>
        <CallList items={item.inner} approvalsOf={approvalsOf} messageId={messageId} />
      </AgentCard>
    )
  }
  return <Leaf call={item.call} result={item.result} approvals={approvals} messageId={messageId} />
}

const Leaf = memo(function Leaf({
  call,
  result,
  approvals,
  messageId,
}: Pick<CallItem, 'call' | 'result'> & {
  approvals: readonly ApprovalRequest[]
  messageId: MessageId | undefined
}) {
  if (call.kind === 'execute') return <CommandCallCard call={call} result={result} approvals={approvals} />
  const facts = { call, result, approvals, aside: undoOf(call, messageId) }
  if (call.changes !== undefined && call.changes.length > 0) {
    return <EditCard {...facts} changes={call.changes} />
  }
  return <ToolCard {...facts} />
})

const editTool = 'files.edit'

/** The edits of Parley's own tool are kept. */
function undoOf({ toolName, toolCallId }: ToolCallPart, messageId: MessageId | undefined) {
  if (toolName !== editTool || messageId === undefined) return undefined
  return <UndoEdit messageId={messageId} toolCallId={toolCallId} />
}

const lineChars = 300

interface AgentCardProps {
  item: CallItem
  approvals: readonly ApprovalRequest[]
  approvalsOf: (toolCallId: string) => readonly ApprovalRequest[]
  /** The sub-agent's own calls, which may contain more sub-agents. */
  children: ReactNode
}

/** A sub-agent's task and its calls. */
function AgentCard({ item, approvals, approvalsOf, children }: AgentCardProps) {
  const { call, result, inner } = item
  const count = callCount(inner)
  const given = useMemo(() => resultText(result), [result])
  return (
    <CallCard
      call={call}
      approvals={approvals}
      isOpenByItself={call.state === 'running'}
      isHeldOpen={isAskedIn(inner, approvalsOf)}
      head={
        <>
          <Hint as="span">{t('messages.call.subAgent')} </Hint>
          {visibleLine(withoutMiddle(call.title ?? targetOf(call), lineChars))}
        </>
      }
      details={
        count > 0 && (
          <Hint as="span" grow={false} tabular>
            {t('messages.call.steps', { count })}
          </Hint>
        )
      }
    >
      {() => (
        <Stack>
          {children}
          {given !== '' && (
            <ToolText
              label={t(result?.isError === true ? 'messages.tool.error' : 'messages.tool.output')}
              text={given}
            />
          )}
          {given === '' && inner.length === 0 && (
            <Hint className={callTextStyles.callNote}>{t('messages.call.noOutputYet')}</Hint>
          )}
        </Stack>
      )}
    </CallCard>
  )
}

function isAskedIn(items: readonly CallListItem[], approvalsOf: AgentCardProps['approvalsOf']): boolean {
  return items.some(
    (item) =>
      item.kind === 'call' &&
      (approvalsOf(item.call.toolCallId).length > 0 || isAskedIn(item.inner, approvalsOf)),
  )
}
