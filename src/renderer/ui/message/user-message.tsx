import type { ReactNode } from 'react'

import { messageText, type Message } from '../../../shared/messages'
import { useSettled } from './use-settled'
import './message.css'

/** What the user wrote, as it was written, on a tint. */
export function UserMessage({ message, children }: { message: Message; children?: ReactNode }) {
  const attachments = message.parts.filter((part) => part.type === 'attachment')
  const isSettled = useSettled(false)
  return (
    <article
      className={isSettled ? 'message message-settled user-message' : 'message user-message'}
      aria-label="Your message"
      data-role={message.role}
      data-status={message.status}
      data-message-id={message.id}
    >
      <div className="user-words">
        {messageText(message)}
        {attachments.map((part) => (
          <p key={part.attachmentId} className="attachment">
            {part.name}
          </p>
        ))}
      </div>
      {children}
    </article>
  )
}
