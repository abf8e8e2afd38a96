import { type ToolCallPart, hasUnknownOutcome } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { classNames } from '../../ui/class-names'
import { Dot } from '../../ui/controls/dot'
import { Icon } from '../../ui/controls/icon'
import { HiddenText, Text } from '../../ui/layout/layout'
import styles from './tool-card.module.css'

const stateStyles: Readonly<Record<ToolCallPart['state'], string | undefined>> = {
  running: styles.toolStateRunning,
  done: styles.toolStateDone,
  failed: styles.toolStateFailed,
  cancelled: styles.toolStateCancelled,
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
      <span className={classNames(styles.toolState, styles.toolStateDone)}>
        <Icon name="check" />
        <HiddenText>{t('messages.tool.done')}</HiddenText>
      </span>
    )
  }
  return (
    <span className={classNames(styles.toolState, stateStyles[failedWith === null ? call.state : 'failed'])}>
      {call.state === 'running' && <Dot state="running" />}
      {failedWith === null
        ? t(`messages.tool.${hasUnknownOutcome(call) ? 'unknown' : call.state}`)
        : t('messages.call.exitCode', { code: failedWith })}
    </span>
  )
}

/** True if its approval was denied, now or permanently, or withdrawn. */
export function wasNotAllowed({ approval }: ToolCallPart): boolean {
  return approval === 'deny' || approval === 'never' || approval === 'withdrawn'
}
