import type { KeyboardEventHandler, ReactNode } from 'react'

import { isAwaited, type Message } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { AnswerParts } from './answer-parts'
import type { MessageActions } from './answer-parts'
import { Receipt } from './receipt'
import { useSettled } from '../../ui/viewport/use-in-view'
import { classNames } from '../../ui/class-names'
import { Hint } from '../../ui/layout/layout'
import styles from './message.module.css'

export interface AnswerProps {
  message: Message
  actions: MessageActions
  onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined
  /** In a blind comparison, the text appears once all answers are done. */
  isHidden?: boolean | undefined
  /** Shown while the answer is empty. */
  waiting?: ReactNode
  /** Shown below a finished answer: metrics, buttons. */
  children?: ReactNode
}

/** One answer as an article, including its receipt. */
export function Answer({ message, actions, onKeyDown, isHidden = false, waiting, children }: AnswerProps) {
  const isSettled = useSettled(message.status === 'streaming')
  const isWaiting = message.status === 'streaming' && isAwaited(message)
  return (
    <article
      className={classNames(styles.message, styles.answer, isSettled && styles.settled)}
      data-slot="answer"
      aria-label={t('messages.answer.label')}
      aria-busy={message.status === 'streaming'}
      data-role={message.role}
      data-status={message.status}
      data-message-id={message.id}
      onKeyDown={onKeyDown}
    >
      {isWaiting && (
        <p className={styles.answerWaiting}>
          <span className={styles.caret} aria-hidden="true" />
          <Hint as="span" className={styles.waitingText}>
            {t(isHidden ? 'messages.answer.hidden' : 'messages.answer.waiting')}
          </Hint>
        </p>
      )}
      {isWaiting && waiting}
      {/* The key makes another version start with fresh state. */}
      <AnswerParts key={message.id} message={message} actions={actions} />
      <Receipt message={message} />
      {message.status !== 'streaming' && children}
    </article>
  )
}
