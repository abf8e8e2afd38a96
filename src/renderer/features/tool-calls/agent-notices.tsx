import type { Notice } from '../../../shared/runs/events'
import { t } from '../../language/t'
import styles from './tool-calls.module.css'

/** An agent that warns of everything must not fill the answer. */
const shownCount = 3

/** What an agent tells besides its answer. */
export function AgentNotices({ notices }: { notices: readonly Notice[] }) {
  const lines = notices.map(noticeLine).filter((line) => line !== null)
  const shown = [...new Set(lines)].slice(-shownCount)
  if (shown.length === 0) return null
  return (
    <div className={styles.agentNotices}>
      {shown.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

function noticeLine({ code, message }: Notice): string | null {
  switch (code) {
    case 'AGENT_FOLDER_SETTINGS':
      return t('messages.agentNotice.folderSettings')
    case 'AGENT_WARNING':
      return t('messages.agentNotice.warning', { message })
    case 'AGENT_BEGAN_ANEW':
      return t('messages.agentNotice.beganAnew')
    case 'AGENT_SESSION_LOST':
      return t('messages.agentNotice.sessionLost')
    default:
      return null
  }
}
