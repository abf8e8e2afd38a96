import type { MessageQueue } from '../../shared/runs/queue'
import type { WrittenMessage } from '../state/attachments/written-message'
import { lastAnswer, type Conversation } from '../state/conversation'
import type { ConversationStore } from '../state/conversation-store'
import { useApp, useConversation } from '../state/use-app'
import { Button } from '../ui/button'
import type { ErrorData } from '../../shared/errors'
import { QueuedRow } from './queued-row'
import './queue-list.css'

interface QueueListProps {
  conversation: ConversationStore
  queue: MessageQueue
  /** Hands back a message that was taken back. */
  onTakenBack: (message: WrittenMessage) => void
  onRefused: (refusal: ErrorData | null) => void
}

/** What waits to be sent, the next first. None of it is part of the chat yet. */
export function QueueList({ conversation, queue, onTakenBack, onRefused }: QueueListProps) {
  const app = useApp()
  const why = useConversation(conversation, whyHeld)
  const { sessionId } = conversation
  const resume = async () => onRefused(await app.chat.resumeQueue(sessionId))
  return (
    <section className="queue" aria-label="Waiting to be sent">
      <header className="queue-head">
        <h3>Waiting to be sent</h3>
        {queue.isHeld && (
          <>
            <span className="queue-held">{why}</span>
            <Button look="link" onClick={() => void resume()}>
              Send now
            </Button>
          </>
        )}
      </header>
      <ol className="queue-messages">
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

/** Why nothing of it begins by itself. */
function whyHeld(state: Conversation): string {
  const answer = lastAnswer(state)
  const reason = answer?.stopReason
  if (answer === undefined || answer.status === 'complete') return 'Held: it is not sent by itself'
  if (reason === 'user') return 'Held: the last answer was stopped'
  if (reason === 'error') return 'Held: the last answer failed'
  if (reason === 'interrupted' || reason === 'shutdown')
    return 'Held: Parley was ended during the last answer'
  return 'Held: the last answer was not finished'
}
