import type { ToolCallPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import '../../ui/controls/dot.css'
import '../../ui/text/hidden-text.css'
import './tool-card.css'

interface CallStateProps {
  call: ToolCallPart
  /** Something is asked before it goes on. */
  isAsked: boolean
  exitCode?: number | null
}

/** How a call stands: a word, and for what went well a mere mark. */
export function CallState({ call, isAsked, exitCode = null }: CallStateProps) {
  if (isAsked) return <span className="tool-state tool-state-asked">{t('messages.call.waits')}</span>
  const failedWith = exitCode !== null && exitCode !== 0 ? exitCode : null
  // The word of the decision says it all.
  if (call.state !== 'done' && wasNotAllowed(call)) return null
  if (call.state === 'done' && failedWith === null) {
    return (
      <span className="tool-state tool-state-done">
        <Icon name="check" />
        <span className="hidden-text">{t('messages.tool.done')}</span>
      </span>
    )
  }
  return (
    <span className={`tool-state tool-state-${failedWith === null ? call.state : 'failed'}`}>
      {call.state === 'running' && <span className="dot dot-running" aria-hidden="true" />}
      {failedWith === null
        ? t(`messages.tool.${call.state}`)
        : t('messages.call.exitCode', { code: failedWith })}
    </span>
  )
}

/** Whether it was asked for and not allowed. */
export function wasNotAllowed({ approval }: ToolCallPart): boolean {
  return approval === 'deny' || approval === 'withdrawn'
}
