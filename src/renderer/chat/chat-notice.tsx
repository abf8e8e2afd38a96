import { useEffect } from 'react'

import { assertNever } from '../../shared/invariant'
import { t } from '../language/t'
import type { ConversationStore } from '../state/conversation-store'
import { useApp, useConversation } from '../state/use-app'
import { Button } from '../ui/button'
import { errorText, isMendedByRestart } from '../ui/error-steps'
import { Icon } from '../ui/icon'
import { RestartButton } from '../ui/restart-button'
import { attempt, focusComposer } from './take-back'

const offeredMs = 10_000

/** Above the composer: what was just taken back, or why something could not be done. */
export function ChatNotice({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const notice = useConversation(conversation, (state) => state.notice)
  useEffect(() => {
    if (notice?.kind !== 'took-back') return undefined
    const timer = setTimeout(() => conversation.setNotice(null), offeredMs)
    return () => clearTimeout(timer)
  }, [conversation, notice])
  if (notice === null) return null
  switch (notice.kind) {
    case 'took-back': {
      const bringBack = async () => {
        const action = app.chat.bringBack(conversation.sessionId, notice.formerLeafId)
        if (await attempt(conversation, action)) focusComposer()
      }
      return (
        <div className="chat-notice" role="status">
          <span className="chat-notice-text">
            {notice.preview === ''
              ? t('chat.end.tookBackLast')
              : t('chat.end.tookBack', { preview: notice.preview })}
          </span>
          <Button look="link" onClick={() => void bringBack()}>
            {t('chat.end.bringBack')}
          </Button>
        </div>
      )
    }
    case 'refused': {
      const { what, rest } = errorText(notice.error)
      return (
        <div className="chat-notice chat-notice-refused" role="alert">
          <span className="chat-notice-text">
            {what} {rest}
          </span>
          {isMendedByRestart(notice.error) && <RestartButton look="link" />}
          <Button look="quiet" aria-label={t('common.dismiss')} onClick={() => conversation.setNotice(null)}>
            <Icon name="close" />
          </Button>
        </div>
      )
    }
    default:
      return assertNever(notice)
  }
}
