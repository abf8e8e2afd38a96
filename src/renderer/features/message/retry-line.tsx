import { useEffect, useState } from 'react'

import type { MessageId } from '../../../shared/ids'
import type { Notice } from '../../../shared/runs/events'
import { isAwaited } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import type { Conversation } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import type { Environment } from '../../browser/environment'
import { useApp, useConversation } from '../../state/app/use-app'
import { retrySentence } from '../../errors/error-text'
import { HiddenText, Hint } from '../../ui/layout/layout'
import styles from './retry-line.module.css'

interface RetryLineProps {
  conversation: ConversationStore
  messageId: MessageId
}

/** In place of the answer: why its request failed, and when it is retried. Nothing if none failed. */
export function RetryLine({ conversation, messageId }: RetryLineProps) {
  const { environment } = useApp()
  const notice = useConversation(conversation, (state) =>
    state.live?.messageId === messageId ? retryNotice(state) : null,
  )
  const seconds = useSecondsUntil(environment, notice?.retryAt ?? 0)
  if (notice === null) return null
  return (
    <Hint tone="soft" tabular className={styles.retryLine}>
      {retrySentence(notice)} {/* The announcer covers this; a countdown would be read out every second. */}
      <span aria-hidden="true">
        {seconds > 0 ? t('messages.retry.inSeconds', { seconds }) : t('messages.retry.now')}
      </span>
    </Hint>
  )
}

/** Announces each failed request and its retry to screen readers once. Must be rendered outside the answer. */
export function RetryAnnouncer({ conversation }: { conversation: ConversationStore }) {
  const notice = useConversation(conversation, retryNotice)
  return (
    <HiddenText as="div" aria-live="polite">
      {notice === null ? '' : t('messages.retry.announced', { failure: retrySentence(notice) })}
    </HiddenText>
  )
}

/** The failure after which the current run will retry; null once anything has arrived. */
function retryNotice({ live }: Conversation): Notice | null {
  if (live === null || !isAwaited(live.snapshot.message)) return null
  return live.snapshot.notices.findLast((notice) => notice.retryAt !== undefined) ?? null
}

/** Counts down the seconds until `moment`; 0 once it has passed. */
function useSecondsUntil(environment: Environment, moment: number): number {
  const leftMs = () => Math.max(0, moment - environment.now())
  const [secondsLeft, setSecondsLeft] = useState(() => Math.ceil(leftMs() / 1000))
  useEffect(() => {
    let cancelTimer = () => {}
    const count = () => {
      const left = Math.max(0, moment - environment.now())
      setSecondsLeft(Math.ceil(left / 1000))
      // Wake up at the next full second.
      if (left > 0) cancelTimer = environment.after(left % 1000 || 1000, count)
    }
    count()
    return () => cancelTimer()
  }, [environment, moment])
  return secondsLeft
}
