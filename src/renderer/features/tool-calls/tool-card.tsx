import type { ReactNode } from 'react'

import { type ToolCallPart, type ToolResultPart, hasUnknownOutcome } from '../../../shared/sessions/messages'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { t } from '../../language/t'
import { callPhrase } from '../approvals/own-calls'
import { CallCard } from './call-card'
import { ChangeList } from '../agent-changes/change-list'
import { resultLabel, ToolText } from './output/tool-text'
import { visibleLine, withoutMiddle } from '../../../shared/text/visible-text'
import { Icon } from '../../ui/controls/icon'
import { classNames } from '../../ui/class-names'
import { Text } from '../../ui/layout/layout'
import styles from './tool-card.module.css'
import dotStyles from '../../ui/controls/dot.module.css'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'

const lineChars = 200

interface ToolCardProps {
  call: ToolCallPart
  result: ToolResultPart | undefined
  /** Approvals that the call waits for. */
  approvals: readonly ApprovalRequest[]
  aside?: ReactNode
}

/** A call of any tool: name and state in one line, input and output when expanded. */
export function ToolCard({ call, result, approvals, aside }: ToolCardProps) {
  const { toolName, input, output, changes } = call
  const phrase = callPhrase(call)
  return (
    <CallCard
      call={call}
      approvals={approvals}
      isOpenByItself={call.state === 'running' && output !== undefined}
      aside={aside}
      head={
        phrase === '' ? (
          <>
            <span className={styles.toolName}>{visibleLine(withoutMiddle(toolName, lineChars))}</span>{' '}
            <span className={styles.toolInput}>{oneLine(input)}</span>
          </>
        ) : (
          visibleLine(withoutMiddle(phrase, lineChars))
        )
      }
    >
      {() => (
        <>
          <ToolText label={t('messages.tool.input')} text={textOf(input)} />
          {result === undefined && output !== undefined && (
            <ToolText label={t('messages.tool.output')} text={output} />
          )}
          {result !== undefined && <ResultText result={result} />}
          {changes !== undefined && changes.length > 0 && <ChangeList changes={changes} />}
        </>
      )}
    </CallCard>
  )
}

/** A result without its call, as imports may contain. */
export function LoneToolResult({ result }: { result: ToolResultPart }) {
  return (
    <div className={styles.tool} data-slot="tool">
      <div className={styles.toolBody}>
        <ResultText result={result} />
      </div>
    </div>
  )
}

function ResultText({ result }: { result: ToolResultPart }) {
  return <ToolText label={resultLabel(result)} text={textOf(result.output)} />
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? t('messages.tool.nothing'))
}

function oneLine(input: unknown): string {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
  return text === '{}' ? '' : visibleLine(withoutMiddle(text, lineChars))
}

const stateStyles: Readonly<Record<ToolCallPart['state'], string | undefined>> = {
  running: styles.toolStateRunning,
  done: styles.toolStateDone,
  failed: styles.toolStateFailed,
  cancelled: styles.toolStateCancelled,
}

interface CallStateProps {
  call: ToolCallPart
  /** Whether an approval is pending. */
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
      <span className={classNames(styles.toolState, styles.toolStateDone)}>
        <Icon name="check" />
        <span className={hiddenTextStyles.hiddenText}>{t('messages.tool.done')}</span>
      </span>
    )
  }
  return (
    <span className={classNames(styles.toolState, stateStyles[failedWith === null ? call.state : 'failed'])}>
      {call.state === 'running' && (
        <span className={classNames(dotStyles.dot, dotStyles.running)} aria-hidden="true" />
      )}
      {failedWith === null
        ? t(`messages.tool.${hasUnknownOutcome(call) ? 'unknown' : call.state}`)
        : t('messages.call.exitCode', { code: failedWith })}
    </span>
  )
}

/** Whether its approval was denied, now or permanently, or withdrawn. */
export function wasNotAllowed({ approval }: ToolCallPart): boolean {
  return approval === 'deny' || approval === 'never' || approval === 'withdrawn'
}
