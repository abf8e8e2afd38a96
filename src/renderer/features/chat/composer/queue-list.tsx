import type { MessageQueue } from '../../../../shared/runs/queue'
import { t } from '../../../language/t'
import type { WrittenMessage } from '../../../state/attachments/written-message'
import { lastAnswer, type Conversation } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useConversation } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import type { ErrorData } from '../../../../shared/errors'
import { QueuedRow } from './queued-row'
import styles from './queue-list.module.css'

interface QueueListProps {
  conversation: ConversationStore
  queue: MessageQueue
  /** Receives a message that was removed from the queue for editing. */
  onTakenBack: (message: WrittenMessage) => void
  onRefused: (refusal: ErrorData | null) => void
}

/** Queued messages, next one first. They are not yet part of the chat. */
export function QueueList({ conversation, queue, onTakenBack, onRefused }: QueueListProps) {
  const app = useApp()
  const why = useConversation(conversation, whyHeld)
  const { sessionId } = conversation
  const resume = async () => onRefused(await app.chat.resumeQueue(sessionId))
  return (
    <section className={styles.queue} aria-label={t('chat.queue.title')}>
      <header className={styles.queueHead}>
        <h3>{t('chat.queue.title')}</h3>
        {queue.isHeld && (
          <>
            <span className={styles.queueHeld}>{why}</span>
            <Button variant="link" onClick={() => void resume()}>
              {t('chat.queue.sendNow')}
            </Button>
          </>
        )}
      </header>
      <ol className={styles.queueMessages}>
        {queue.messages.map((message) => (
          <QueuedRow
            key={message.id}
            sessionId={sessionId}
            message={message}
            onTakenBack={onTakenBack}
            onRefused={onRefused}
          />
        ))}
      </ol>
    </section>
  )
}

/** Why the queue is paused. */
function whyHeld(state: Conversation): string {
  const answer = lastAnswer(state)
  const reason = answer?.stopReason
  if (answer === undefined || answer.status === 'complete') return t('chat.queue.heldUntilSent')
  if (reason === 'user') return t('chat.queue.heldByStop')
  if (reason === 'error') return t('chat.queue.heldByFailure')
  if (reason === 'interrupted' || reason === 'shutdown') return t('chat.queue.heldByEnd')
  return t('chat.queue.heldSomehow')
}
