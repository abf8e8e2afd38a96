import { memo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { MessageId } from '../../shared/ids'
import { messageText, type Message } from '../../shared/messages'
import { messageOf } from '../state/conversation'
import type { ConversationStore } from '../state/conversation-store'
import { modelName } from '../state/models'
import { useApp, useConversation } from '../state/use-app'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { worthRetrying } from '../ui/error-steps'
import { Answer } from '../ui/message/answer'
import { MetricsLine } from '../ui/message/metrics-line'
import { UserMessage } from '../ui/message/user-message'
import { draftForEdit, EditMessage } from './edit-message'

interface MessageRowProps {
  conversation: ConversationStore
  messageId: MessageId
}

/** One message of a chat with what can be done about it. */
export const MessageRow = memo(function MessageRow({ conversation, messageId }: MessageRowProps) {
  const message = useConversation(conversation, (state) => messageOf(state, messageId))
  if (message === undefined) return null
  return message.role === 'user' ? (
    <UserRow conversation={conversation} message={message} />
  ) : (
    <AnswerRow conversation={conversation} message={message} />
  )
})

function UserRow({ conversation, message }: { conversation: ConversationStore; message: Message }) {
  const app = useApp()
  // A draft of it was begun before the page was built anew.
  const [isEditing, setIsEditing] = useState(
    () => app.drafts.getState().byPlace[draftForEdit(message.id)] !== undefined,
  )
  const shouldFocusEdit = useRef(false)
  if (isEditing) {
    const done = () => {
      shouldFocusEdit.current = true
      setIsEditing(false)
    }
    return <EditMessage conversation={conversation} message={message} onDone={done} />
  }
  return (
    <UserMessage message={message}>
      <div className="message-actions">
        <CopyButton text={() => messageText(message)} label="Copy message" />
        <Button
          ref={(button) => {
            // Where the keyboard came from, it goes back to.
            if (shouldFocusEdit.current) button?.focus()
            shouldFocusEdit.current = false
          }}
          look="quiet"
          onClick={() => setIsEditing(true)}
        >
          Edit
        </Button>
      </div>
    </UserMessage>
  )
}

function AnswerRow({ conversation, message }: { conversation: ConversationStore; message: Message }) {
  const app = useApp()
  const models = useStore(app.models, (state) => state.models)
  const retry = async () => {
    const refusal = await app.chat.regenerate(conversation.sessionId, message.id)
    if (refusal !== null) conversation.setRunError(refusal)
  }
  const onRetry = message.role === 'assistant' ? () => void retry() : undefined
  const hasRetryOfItsOwn = message.parts.some((part) => part.type === 'error' && worthRetrying.has(part.code))
  return (
    <Answer message={message} actions={{ onOpenSettings: () => app.setSettingsOpen(true), onRetry }}>
      <div className="message-foot">
        <MetricsLine
          message={message}
          modelName={message.model === undefined ? null : modelName(models, message.model)}
        />
        <div className="message-actions">
          <CopyButton text={() => messageText(message)} label="Copy answer" />
          {onRetry !== undefined && !hasRetryOfItsOwn && (
            <Button look="quiet" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </Answer>
  )
}
