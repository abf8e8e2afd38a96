import { type ReactNode, useMemo } from 'react'

import type { ApprovalRequest } from '../../../shared/runs/events'
import { t } from '../../language/t'
import { callCount, type CallItem, type CallListItem } from './answer-items'
import { CallCard } from './call-card'
import { resultText, targetOf } from '../approvals/call-facts'
import { ToolText } from './output/tool-text'
import { visibleLine, withoutMiddle } from '../../../shared/text/visible-text'
import { Hint, Stack } from '../../ui/layout/layout'
import callTextStyles from '../../ui/text/call-text.module.css'

const lineChars = 300

interface AgentCardProps {
  item: CallItem
  approvals: readonly ApprovalRequest[]
  approvalsOf: (toolCallId: string) => readonly ApprovalRequest[]
  /** The sub-agent's own calls, which may contain more sub-agents. */
  children: ReactNode
}

/** A sub-agent's task and its calls. */
export function AgentCard({ item, approvals, approvalsOf, children }: AgentCardProps) {
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
