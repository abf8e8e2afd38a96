import { memo } from '../../../language/memo'
import type { MessageId } from '../../../../shared/ids'
import { messageOf } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useConversation } from '../../../state/app/use-app'
import { MessageBoundary } from '../../message/message-boundary'
import { AnswerRow } from '../../message/rows/answer-row'
import type { Thread } from '../../message/rows/thread'
import { UserRow } from '../../message/rows/user-row'

interface PaneMessageProps {
  conversation: ConversationStore
  messageId: MessageId
  thread: Thread
}

/** One message of a pane with its actions. */
export const PaneMessage = memo(function PaneMessage({ conversation, messageId, thread }: PaneMessageProps) {
  const message = useConversation(conversation, (state) => messageOf(state, messageId))
  if (message === undefined) return null
  const Row = message.role === 'user' ? UserRow : AnswerRow
  return (
    <MessageBoundary message={message}>
      <Row conversation={conversation} message={message} thread={thread} isLastExchange={false} />
    </MessageBoundary>
  )
})
