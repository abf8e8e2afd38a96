import type { KeyboardEventHandler, ReactNode } from 'react'

import { messageText, type Message } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { MessageAttachments } from '../attachments/message-attachments'
import { useSettled } from '../../ui/viewport/use-settled'
import { classNames } from '../../ui/class-names'
import styles from './message.module.css'

/** A user's message as plain text on a tinted background. */
export function UserMessage({
  message,
  onKeyDown,
  children,
}: {
  message: Message
  onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined
  children?: ReactNode
}) {
  const attachments = message.parts.filter((part) => part.type === 'attachment')
  const text = messageText(message)
  const isSettled = useSettled(false)
  return (
    <article
      className={classNames(styles.message, styles.userMessage, isSettled && styles.settled)}
      aria-label={t('messages.user.label')}
      data-role={message.role}
      data-status={message.status}
      data-message-id={message.id}
      onKeyDown={onKeyDown}
    >
      {attachments.length === 0 ? (
        <div className={styles.userWords} data-slot="user-words">
          {text}
        </div>
      ) : (
        <div className={styles.userSaid}>
          <MessageAttachments parts={attachments} />
          {text !== '' && (
            <div className={styles.userWords} data-slot="user-words">
              {text}
            </div>
          )}
        </div>
      )}
      {children}
    </article>
  )
}
