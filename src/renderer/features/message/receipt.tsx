import { useState } from 'react'

import { agentOf } from '../../../shared/models/models'
import type { Message, Receipt as StopReceipt } from '../../../shared/sessions/messages'
import { visibleLine } from '../../../shared/text/visible-text'
import { t } from '../../language/t'
import { formatCount, formatDuration } from '../../language/format'
import { endedText } from '../../../shared/runs/ended-text'
import { Row } from '../../ui/layout/layout'
import styles from './receipt.module.css'

/** Why an answer ended early. How fast it stopped is shown on hover and when pressed. */
export function Receipt({ message }: { message: Message }) {
  const [isOpen, setIsOpen] = useState(false)
  const receipt = receiptOf(message)
  if (receipt === null) return null
  const { reason, details } = receipt
  const mark = <span className={styles.mark} aria-hidden="true" />
  if (details.length === 0) {
    return (
      <Row
        as="p"
        align="baseline"
        pad={[0.5, 2]}
        tone="soft"
        size="xs"
        tabular
        className={styles.receipt}
        data-slot="receipt"
      >
        {/* One item, so that the mark stays beside its text. */}
        <span>
          {mark}
          {reason}
        </span>
      </Row>
    )
  }
  return (
    <Row
      as="p"
      align="baseline"
      pad={[0.5, 2]}
      tone="soft"
      size="xs"
      tabular
      className={styles.receipt}
      data-slot="receipt"
    >
      <button
        type="button"
        className={styles.reason}
        title={details.join(' · ')}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {mark}
        {reason}
      </button>
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
