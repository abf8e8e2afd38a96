import type { KeyboardEventHandler, ReactNode } from 'react'

import { messageText, type Message } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { MessageAttachments } from '../attachments/message-attachments'
import { useSettled } from '../../ui/viewport/use-settled'
import { classNames } from '../../ui/class-names'
import { QuestionText } from './question-text'
import styles from './message.module.css'

/** How much of a question is shown: all of it, one line, or only that it is shown above. */
export type QuestionLength = 'full' | 'line' | 'above'

/** A user's message as plain text on a tinted background. */
export function UserMessage({
  message,
  length = 'full',
  onKeyDown,
  children,
}: {
  message: Message
  length?: QuestionLength | undefined
  onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined
  children?: ReactNode
}) {
  const attachments = message.parts.filter((part) => part.type === 'attachment')
  const said = messageText(message)
  const isShort = length !== 'full'
  const text = isShort && said === '' ? attachments.map(({ name }) => name).join(', ') : said
  const isSettled = useSettled(false)
  return (
    <article
      className={classNames(
        styles.message,
        styles.userMessage,
        isShort && styles.short,
        isSettled && styles.settled,
      )}
      aria-label={t(length === 'above' ? 'messages.user.above' : 'messages.user.label')}
      data-length={isShort ? length : undefined}
      data-role={message.role}
      data-status={message.status}
      data-message-id={message.id}
      onKeyDown={onKeyDown}
    >
      {isShort ? (
        <div
          className={styles.userWords}
          data-slot="user-words"
          aria-hidden={length === 'above' ? true : undefined}
        >
          {text}
        </div>
      ) : (
        <div className={styles.userSaid} data-slot="user-said">
          {attachments.length > 0 && <MessageAttachments parts={attachments} />}
          {text !== '' && (
            <div className={styles.userWords} data-slot="user-bubble">
              <QuestionText text={text} />
            </div>
          )}
        </div>
      )}
      {length === 'above' && (
        <span className={styles.shownAbove} aria-hidden="true">
          {t('messages.user.above')}
        </span>
      )}
      {children}
    </article>
  )
}
