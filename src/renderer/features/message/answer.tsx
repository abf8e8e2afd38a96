import type { KeyboardEventHandler, ReactNode } from 'react'

import type { Message, Receipt, StopReason } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { AnswerParts } from './answer-parts'
import type { MessageActions } from './message-actions'
import { useSettled } from '../../ui/viewport/use-settled'
import { classNames } from '../../ui/class-names'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'
import styles from './message.module.css'
import { agentOf } from '../../../shared/models/models'
import { formatCount, formatDuration } from '../../language/format'
import { stopReasonWords } from '../../errors/stop-reason-words'

export interface AnswerProps {
  message: Message
  actions: MessageActions
  onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined
  /** Shown while the answer is empty. */
  waiting?: ReactNode
  /** Shown below a finished answer: metrics, buttons. */
  children?: ReactNode
}

/** One answer as an article, including its receipt. */
export function Answer({ message, actions, onKeyDown, waiting, children }: AnswerProps) {
  const receipt = receiptText(message)
  const isSettled = useSettled(message.status === 'streaming')
  const isWaiting = message.status === 'streaming' && message.parts.length === 0
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
          <span className={hiddenTextStyles.hiddenText}>{t('messages.answer.waiting')}</span>
        </p>
      )}
      {isWaiting && waiting}
      {/* The key makes another version start with fresh state. */}
      <AnswerParts key={message.id} message={message} actions={actions} />
      {receipt !== null && (
        <p className={styles.receipt}>
          <span className={styles.receiptMark} aria-hidden="true" />
          {receipt}
        </p>
      )}
      {message.status !== 'streaming' && children}
    </article>
  )
}

/** One line on why an answer ended early, and how fast it stopped; null if it is complete. */
export function receiptText(
  message: Pick<Message, 'stopReason' | 'receipt' | 'metrics' | 'model'>,
): string | null {
  const { stopReason, receipt, metrics, model } = message
  const reason = stopReason === undefined ? null : reasonText(stopReason, metrics?.durationMs ?? null)
  if (reason === null) return null
  const isAgent = model !== undefined && agentOf(model) !== null
  return [reason, ...receiptTexts(receipt, isAgent)].join(' · ')
}

function reasonText(reason: StopReason, durationMs: number | null): string | null {
  if (reason === 'wall-timeout' && durationMs !== null) {
    return t('messages.receipt.timedOutAfter', { time: formatDuration(durationMs) })
  }
  return stopReasonWords(reason)
}

function receiptTexts(receipt: Receipt | undefined, isAgent: boolean): string[] {
  if (receipt === undefined) return []
  const { generatorEndedMs, upstreamClosedMs, savedMs, keptChars } = receipt
  const said: string[] = []
  if (generatorEndedMs !== null) {
    said.push(t('messages.receipt.generator', { time: formatDuration(generatorEndedMs) }))
  }
  if (upstreamClosedMs !== null) {
    const time = formatDuration(upstreamClosedMs)
    said.push(t(isAgent ? 'messages.receipt.processGone' : 'messages.receipt.socketClosed', { time }))
  }
  if (savedMs !== null) said.push(t('messages.receipt.saved', { time: formatDuration(savedMs) }))
  if (keptChars !== null) said.push(t('messages.receipt.kept', { characters: formatCount(keptChars) }))
  return said
}
