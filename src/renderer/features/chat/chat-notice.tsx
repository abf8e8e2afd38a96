import { useEffect } from 'react'

import type { KeptByAgent } from '../../../shared/agents/agents'
import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import { agentName } from '../../state/agents/agent-work'
import type { AppState } from '../../state/app/app-state'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useApp, useConversation } from '../../state/app/use-app'
import { Button, CloseButton } from '../../ui/controls/button'
import { errorLine, isFixedByRestart } from '../../errors/error-text'
import { RestartButton } from '../error-card/error-card'
import { focusChatComposer } from './exchange/last-exchange'
import { showRefusal } from '../message/rows/thread'
import { classNames } from '../../ui/class-names'
import { Ellipsis, Row } from '../../ui/layout/layout'
import styles from './chat-notice.module.css'

const offeredMs = 10_000

/** Above the composer: what was just taken back, or why something failed. */
export function ChatNotice({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const notice = useConversation(conversation, (state) => state.notice)
  useEffect(() => {
    // A notice about changes that an agent keeps does not expire; the user must be able to read it.
    if (notice?.kind !== 'took-back' || notice.keptByAgent !== undefined) return undefined
    const timer = setTimeout(() => conversation.setNotice(null), offeredMs)
    return () => clearTimeout(timer)
  }, [conversation, notice])
  if (notice === null) return null
  const dismiss = <CloseButton label={t('common.dismiss')} onClick={() => conversation.setNotice(null)} />
  switch (notice.kind) {
    case 'took-back': {
      const bringBack = async () => {
        const action = app.chat.restoreBranch(conversation.sessionId, notice.formerLeafId)
        if (await showRefusal(conversation, action)) focusChatComposer()
      }
      return (
        <Row
          gap={3}
          grow={false}
          pad={[1, 3]}
          size="s"
          className={styles.chatNotice}
          data-slot="chat-notice"
          role="status"
        >
          <Ellipsis grow className={styles.text}>
            {notice.preview === ''
              ? t('chat.end.tookBackLast')
              : t('chat.end.tookBack', { preview: notice.preview })}
            {notice.keptByAgent !== undefined && (
              <span className={styles.kept}>{keptWords(app, notice.keptByAgent)}</span>
            )}
          </Ellipsis>
          <Button variant="link" onClick={() => void bringBack()}>
            {t('common.restore')}
          </Button>
          {notice.keptByAgent !== undefined && dismiss}
        </Row>
      )
    }
    case 'refused':
      return (
        <Row
          gap={3}
          grow={false}
          pad={[1, 3]}
          size="s"
          className={classNames(styles.chatNotice, styles.refused)}
          data-slot="chat-notice"
          role="alert"
        >
          <Ellipsis grow className={styles.text}>
            {errorLine(notice.error)}
          </Ellipsis>
          {isFixedByRestart(notice.error) && <RestartButton variant="link" />}
          {dismiss}
        </Row>
      )
    default:
      return assertNever(notice)
  }
}

/** An agent's changes to files remain when its messages are taken back. */
function keptWords(app: AppState, { agentId, changedFiles }: KeptByAgent): string {
  const agent = agentName(app.models.store.getState().models, agentId)
  const stays =
    changedFiles === 0 ? t('agents.kept.noFiles') : t('agents.kept.stays', { agent, count: changedFiles })
  return `${stays} ${t('agents.kept.startsAnew', { agent })}`
}
