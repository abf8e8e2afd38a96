import type { ReactNode } from 'react'

import { messageText, type Message } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { CopyButton } from '../../ui/controls/copy-button'
import { PlainText } from '../../markdown/plain-text-view'
import { PlainBoundary } from '../../ui/boundaries/plain-boundary'
import { classNames } from '../../ui/class-names'
import { Row } from '../../ui/layout/layout'
import messageActionsStyles from '../../ui/controls/message-actions.module.css'
import styles from './message.module.css'

/** Falls back to a message's plain text if rendering it fails. */
export function MessageBoundary({ message, children }: { message: Message; children: ReactNode }) {
  return (
    <PlainBoundary of={message.id} fallback={<PlainMessage message={message} />}>
      {children}
    </PlainBoundary>
  )
}

function PlainMessage({ message }: { message: Message }) {
  const isUser = message.role === 'user'
  return (
    <article
      className={classNames(styles.message, isUser && styles.userMessage, !isUser && styles.answer)}
      data-slot={isUser ? undefined : 'answer'}
      aria-label={t(isUser ? 'messages.user.label' : 'messages.answer.label')}
      data-role={message.role}
      data-status={message.status}
      data-message-id={message.id}
    >
      <PlainText text={messageText(message)} />
      <Row gap={0} grow={false} className={messageActionsStyles.messageActions} data-slot="message-actions">
        <CopyButton text={() => messageText(message)} label={t('common.copy')} />
      </Row>
    </article>
  )
}
