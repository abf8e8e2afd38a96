import { agentNoticeText } from '../../../shared/runs/agent-notice'
import type { Notice } from '../../../shared/runs/events'
import { t } from '../../language/t'
import { Hint } from '../../ui/layout/layout'
import styles from './tool-calls.module.css'

/** Keeps an agent with many warnings from filling the answer. */
const shownCount = 3

/** Notices from an agent beside its answer. */
export function AgentNotices({ notices }: { notices: readonly Notice[] }) {
  const lines = notices.map(noticeLine).filter((line) => line !== null)
  const shown = [...new Set(lines)].slice(-shownCount)
  if (shown.length === 0) return null
  return (
    <Hint as="div" tone="warn" className={styles.agentNotices}>
      {shown.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Hint>
  )
}

function noticeLine({ code, message, about }: Notice): string | null {
  if (about !== undefined) return agentNoticeText(about, t)
  return code === 'AGENT_WARNING' ? t('messages.agentNotice.warning', { message }) : null
}
