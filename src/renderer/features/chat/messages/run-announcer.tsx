import { useEffect, useState } from 'react'

import { t } from '../../../language/t'
import { isAnswering, type Conversation } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import styles from '../../../ui/text/hidden-text.module.css'

/** Says to a screen reader when an answer begins and how it ended, and nothing in between. */
export function RunAnnouncer({ conversation }: { conversation: ConversationStore }) {
  const [words, setWords] = useState('')
  useEffect(
    () =>
      conversation.store.subscribe((state, before) => {
        const isNow = isAnswering(state)
        if (isNow !== isAnswering(before))
          setWords(isNow ? t('chat.announcer.answering') : endOf(before, state))
      }),
    [conversation],
  )
  return (
    <div className={styles.hiddenText} aria-live="polite">
      {words}
    </div>
  )
}

/** How the run ended that `before` still shows. What is held now may be of another place of the chat. */
function endOf({ live }: Conversation, now: Conversation): string {
  const stored = now.messages.findLast((message) => message.id === live?.messageId)
  const status = (stored ?? live?.snapshot.message)?.status
  if (status === 'complete') return t('chat.announcer.finished')
  if (status === 'partial') return t('chat.announcer.stopped')
  return status === 'failed' ? t('chat.announcer.failed') : ''
}
