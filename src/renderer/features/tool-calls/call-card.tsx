import { useId, type ReactNode } from 'react'

import type { ApprovalRequest } from '../../../shared/runs/events'
import { type ToolCallPart, hasUnknownOutcome } from '../../../shared/sessions/messages'
import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import { LazyApprovalCard } from '../approvals/lazy-approval-card'
import { useFold } from '../../ui/controls/fold'
import { classNames } from '../../ui/class-names'
import { Card, Ellipsis, HiddenText, Hint, Row, Text, type Tone } from '../../ui/layout/layout'
import { Dot } from '../../ui/controls/dot'
import toolCallsStyles from './tool-calls.module.css'
import styles from './tool-card.module.css'

interface CallCardProps {
  call: ToolCallPart
  /** A one-line summary. */
  head: ReactNode
  /** Shown right of the summary, before the state. */
  details?: ReactNode
  exitCode?: number | null
  isOpenByItself: boolean
  /** Something in it waits for a decision, so it cannot be collapsed. */
  isHeldOpen?: boolean
  /** Shown beside the line, also while it is collapsed. */
  aside?: ReactNode
  /** Approvals that the call waits for. */
  approvals: readonly ApprovalRequest[]
  /** The body, rendered only while expanded. */
  children: () => ReactNode
}

/** One tool call: a line with its summary and state, details below when expanded. */
export function CallCard(props: CallCardProps) {
  const { call, head, details, exitCode = null, approvals, children } = props
  const isAsked = approvals.length > 0
  // The approval card already shows everything about the call.
  const [isUnfolded, turn] = useFold(props.isOpenByItself && !isAsked)
  const isOpen = isUnfolded || props.isHeldOpen === true
  const headId = useId()
  return (
    <Card
      size="m"
      className={styles.tool}
      data-slot="tool"
      role="group"
      aria-labelledby={headId}
      data-calls={call.toolCallId}
      data-call-state={call.state}
    >
      <Row gap={0} wrap className={styles.toolLine}>
        <Row
          as="button"
          grow
          className={styles.toolHead}
          data-slot="tool-head"
          aria-expanded={isOpen}
          onClick={turn}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
          <Ellipsis
            grow
            id={headId}
            className={classNames(toolCallsStyles.callHead, isAsked && toolCallsStyles.callHeadAsked)}
            data-slot="call-head"
          >
            {head}
          </Ellipsis>
          {details}
          {call.approval !== undefined && (
            <Hint as="span" grow={false} tone={wasNotAllowed(call) ? 'warn' : 'faint'} tabular>
              {decisionWord(call.approval, call.isApprovalRemembered === true)}
            </Hint>
          )}
          <CallState call={call} isAsked={isAsked} exitCode={exitCode} />
        </Row>
        {props.aside}
      </Row>
      {approvals.map((approval) => (
        <LazyApprovalCard key={approval.approvalId} approval={approval} />
      ))}
      {isOpen && <div className={styles.toolBody}>{children()}</div>}
    </Card>
  )
}

function decisionWord(decision: NonNullable<ToolCallPart['approval']>, isRemembered: boolean): string {
  switch (decision) {
    case 'once':
      return t('messages.approval.allowedOnce')
    case 'session':
      return t(isRemembered ? 'messages.approval.allowedBeforeChat' : 'messages.approval.allowedChat')
    case 'always':
      return t(isRemembered ? 'messages.approval.allowedBeforeAlways' : 'messages.approval.allowedAlways')
    case 'deny':
      return t('messages.approval.denied')
    case 'never':
      return t('messages.approval.never')
    case 'withdrawn':
      return t('messages.approval.withdrawn')
    default:
      return assertNever(decision)
  }
}

const stateTones: Readonly<Record<ToolCallPart['state'], Tone>> = {
  running: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: 'warn',
}

interface CallStateProps {
  call: ToolCallPart
  /** An approval is pending. */
  isAsked: boolean
  exitCode?: number | null
}

/** The state of a call in words; only a check mark for success. */
export function CallState({ call, isAsked, exitCode = null }: CallStateProps) {
  if (isAsked)
    return (
      <Text tone="warn" weight="strong" className={styles.toolState}>
        {t('messages.call.waits')}
      </Text>
    )
  const failedWith = exitCode !== null && exitCode !== 0 ? exitCode : null
  // The decision says it all.
  if (call.state !== 'done' && wasNotAllowed(call)) return null
  if (call.state === 'done' && failedWith === null) {
    return (
      <Text tone="good" className={styles.toolState}>
        <Icon name="check" />
        <HiddenText>{t('messages.tool.done')}</HiddenText>
      </Text>
    )
  }
  return (
    <Text tone={stateTones[failedWith === null ? call.state : 'failed']} className={styles.toolState}>
      {call.state === 'running' && <Dot state="running" />}
      {failedWith === null
        ? t(`messages.tool.${hasUnknownOutcome(call) ? 'unknown' : call.state}`)
        : t('messages.call.exitCode', { code: failedWith })}
    </Text>
  )
}

/** True if its approval was denied, now or permanently, or withdrawn. */
export function wasNotAllowed({ approval }: ToolCallPart): boolean {
  return approval === 'deny' || approval === 'never' || approval === 'withdrawn'
}
