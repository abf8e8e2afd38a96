import { useEffect, useRef, useState } from 'react'

import type { ErrorData } from '../../shared/errors'
import { messageText, type Message } from '../../shared/messages'
import { refusalOf } from '../state/chat-actions'
import type { ConversationStore } from '../state/conversation-store'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'

interface EditMessageProps {
  conversation: ConversationStore
  message: Message
  onDone: () => void
}

/** A user's message being rewritten. The old one and its answer stay stored beside the new branch. */
export function EditMessage({ conversation, message, onDone }: EditMessageProps) {
  const app = useApp()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => messageText(message))
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  const send = async () => {
    const refused = refusalOf(text) ?? (await app.chat.regenerate(conversation.sessionId, message.id, text))
    if (refused === null) onDone()
    else setRefusal(refused)
  }
  return (
    <div className="edit-message">
      <textarea
        ref={field}
        aria-label="Edit message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onDone()
          }
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void send()
        }}
      />
      <div className="edit-message-foot">
        <span className="edit-message-refusal" role="alert">
          {refusal?.message}
        </span>
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" onClick={() => void send()}>
          Answer this
        </Button>
      </div>
    </div>
  )
}
