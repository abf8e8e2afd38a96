import { memo } from '../../../language/memo'
import type { MessageId } from '../../../../shared/ids'
import { messageOf } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useConversation } from '../../../state/app/use-app'
import { MessageBoundary } from '../../message/message-boundary'
import { AnswerRow } from './answer-row'
import { UserRow } from './user-row'

interface MessageRowProps {
  conversation: ConversationStore
  messageId: MessageId
  /** It belongs to what Retry and Undo would take back. */
  isLastExchange: boolean
}

/** One message of a chat with what can be done about it. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { conversation, messageId, isLastExchange } = props
  const message = useConversation(conversation, (state) => messageOf(state, messageId))
  if (message === undefined) return null
  const Row = message.role === 'user' ? UserRow : AnswerRow
  return (
    <MessageBoundary message={message}>
      <Row conversation={conversation} message={message} isLastExchange={isLastExchange} />
    </MessageBoundary>
  )
})
