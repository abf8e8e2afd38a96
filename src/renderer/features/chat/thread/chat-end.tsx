import { useEffect } from 'react'

import { t } from '../../../language/t'
import { lastQuestionId } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useConversation, useTitleWithKeys } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { useBusyReason, showRefusal } from '../../message/rows/thread'
import { focusChatComposer, retryLast, undoLast } from '../exchange/last-exchange'
import { classNames } from '../../../ui/class-names'
import { Row } from '../../../ui/layout/layout'
import styles from '../chat.module.css'

/** Below the last message: restore exchanges that were removed here, or remove one more. */
export function ChatEnd({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const titleWithKeys = useTitleWithKeys()
  const busyReason = useBusyReason(conversation)
  const hasQuestion = useConversation(conversation, (state) => lastQuestionId(state) !== undefined)
  const continuations = useConversation(conversation, (state) => state.continuations)
  // The notice above the composer already offers this.
  const isOffered = useConversation(conversation, (state) => state.notice?.kind === 'took-back')
  const [newest] = continuations
  const hasContinuation = newest !== undefined && busyReason === null
  useEffect(() => {
    // The button disappears when the last exchange has been removed.
    if (!hasQuestion && document.activeElement === document.body) focusChatComposer()
  }, [hasQuestion])
  const bringBack = async () => {
    if (newest === undefined) return
    if (await showRefusal(conversation, app.chat.restoreBranch(conversation.sessionId, newest)))
      focusChatComposer()
  }
  if (!hasQuestion && !hasContinuation) return null
  return (
    <Row wrap tone="faint" size="s" className={styles.end} data-slot="chat-end">
      {hasContinuation && (
        <p className={classNames(styles.continuation, isOffered && styles.continuationOffered)}>
          {t('chat.end.wasTakenBack', { count: continuations.length })}{' '}
          <Button variant="link" onFirstClick={() => void bringBack()}>
            {t('common.restore')}
          </Button>
        </p>
      )}
      {hasQuestion && (
        <Row align="stretch" gap={0} grow={false} className={styles.endActions}>
          <Button
            variant="quiet"
            aria-disabled={busyReason !== null}
            title={busyReason ?? titleWithKeys(t('chat.end.retryTitle'), 'retry')}
            onFirstClick={() => {
              if (busyReason === null) void retryLast(app, conversation)
            }}
          >
            {t('chat.end.retry')}
          </Button>
          <Button
            variant="quiet"
            aria-disabled={busyReason !== null}
            title={busyReason ?? titleWithKeys(t('chat.end.removeTitle'), 'undo')}
            onFirstClick={() => {
              if (busyReason === null) void undoLast(app, conversation)
            }}
          >
            {t('actions.titles.undo')}
          </Button>
        </Row>
      )}
    </Row>
  )
}
