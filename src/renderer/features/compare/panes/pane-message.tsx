import { useContext, type ComponentProps } from 'react'

import { memo } from '../../../language/memo'
import type { MessageId } from '../../../../shared/ids'
import { messageOf } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useConversation } from '../../../state/app/use-app'
import { MessageBoundary } from '../../message/message-boundary'
import { AnswerRow } from '../../message/rows/answer-row'
import type { Thread } from '../../message/rows/thread'
import { UserRow } from '../../message/rows/user-row'
import { QuestionLengthContext } from '../question/shared-turns-context'

interface PaneMessageProps {
  conversation: ConversationStore
  messageId: MessageId
  thread: Thread
}

/** One message of a pane with its actions. */
export const PaneMessage = memo(function PaneMessage({ conversation, messageId, thread }: PaneMessageProps) {
  const message = useConversation(conversation, (state) => messageOf(state, messageId))
  if (message === undefined) return null
  const Row = message.role === 'user' ? PaneQuestion : AnswerRow
  return (
    <MessageBoundary message={message}>
      <Row conversation={conversation} message={message} thread={thread} isLastExchange={false} />
    </MessageBoundary>
  )
})

/** A question; shortened to a line if all panes were asked it. */
function PaneQuestion(props: ComponentProps<typeof UserRow>) {
  const lengthOf = useContext(QuestionLengthContext)
  return <UserRow {...props} length={lengthOf(props.message.id)} />
}
