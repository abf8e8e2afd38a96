import { type KeyboardEventHandler, type ReactNode, useState } from 'react'

import { isAwaited, type Message, type Receipt as StopReceipt } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { AnswerParts, type MessageActions } from './answer-parts'
import { useSettled } from '../../ui/viewport/use-in-view'
import { classNames } from '../../ui/class-names'
import { Hint, Row } from '../../ui/layout/layout'
import { agentOf } from '../../../shared/models/models'
import { visibleLine } from '../../../shared/text/visible-text'
import { formatCount, formatDuration } from '../../language/format'
import { endedText } from '../../../shared/runs/ended-text'
import styles from './message.module.css'
import receiptStyles from './receipt.module.css'

interface AnswerProps {
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
      data-session-id={message.sessionId}
      onKeyDown={onKeyDown}
    >
      {/* What is said about hidden answers is said once, below the panes. */}
      {isWaiting && !isHidden && (
        <p className={styles.answerWaiting}>
          <span className={styles.caret} aria-hidden="true" />
          <Hint as="span" className={styles.waitingText}>
            {t('messages.answer.waiting')}
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

/** Why an answer ended early. How fast it stopped is shown on hover and when pressed. */
function Receipt({ message }: { message: Message }) {
  const [isOpen, setIsOpen] = useState(false)
  const receipt = receiptOf(message)
  if (receipt === null) return null
  const { reason, details } = receipt
  const said = (
    <>
      <span className={receiptStyles.mark} aria-hidden="true" />
      {reason}
    </>
  )
  return (
    <Row
      as="p"
      align="baseline"
      pad={[0.5, 2]}
      tone="soft"
      size="xs"
      tabular
      className={receiptStyles.receipt}
      data-slot="receipt"
    >
      {details.length === 0 ? (
        // One item, so that the mark stays beside its text.
        <span>{said}</span>
      ) : (
        <button
          type="button"
          className={receiptStyles.reason}
          title={details.join(' · ')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {said}
        </button>
      )}
      {isOpen && <span>{details.join(' · ')}</span>}
    </Row>
  )
}

/** Why an answer ended early, and how fast it stopped; null if it is complete. */
export function receiptOf(
  message: Pick<Message, 'stopReason' | 'receipt' | 'metrics' | 'model'>,
): { reason: string; details: string[] } | null {
  const { receipt, model } = message
  const reason = reasonText(message)
  if (reason === null) return null
  const isAgent = model !== undefined && agentOf(model) !== null
  return { reason, details: receiptTexts(receipt, isAgent) }
}

function reasonText(message: Pick<Message, 'stopReason' | 'metrics'>): string | null {
  const durationMs = message.metrics?.durationMs ?? null
  if (message.stopReason === 'wall-timeout' && durationMs !== null) {
    return t('messages.receipt.timedOutAfter', { time: formatDuration(durationMs) })
  }
  return endedText(message, t)
}

function receiptTexts(receipt: StopReceipt | undefined, isAgent: boolean): string[] {
  if (receipt === undefined) return []
  const { generatorEndedMs, upstreamClosedMs, savedMs, keptChars, tools = [] } = receipt
  const said: string[] = []
  if (generatorEndedMs !== null) {
    said.push(t('messages.receipt.generator', { time: formatDuration(generatorEndedMs) }))
  }
  if (upstreamClosedMs !== null) {
    const time = formatDuration(upstreamClosedMs)
    said.push(t(isAgent ? 'messages.receipt.processGone' : 'messages.receipt.socketClosed', { time }))
  }
  for (const { name, endedMs } of tools) said.push(toolText(name, endedMs))
  if (savedMs !== null) said.push(t('messages.receipt.saved', { time: formatDuration(savedMs) }))
  if (keptChars !== null) said.push(t('messages.receipt.kept', { characters: formatCount(keptChars) }))
  return said
}

function toolText(name: string, endedMs: number | null): string {
  const tool = visibleLine(name)
  if (endedMs === null) return t('messages.receipt.toolNotEnded', { tool })
  return t('messages.receipt.toolEnded', { tool, time: formatDuration(endedMs) })
}
