import type { Message, Receipt, StopReason } from '../../../shared/sessions/messages'
import { agentOf } from '../../../shared/models/models'
import { t } from '../../language/t'
import { formatCount, formatDuration } from '../../language/format'
import { stopReasonWords } from '../../errors/stop-reason-words'

/** Why an answer ended early, and how fast, on one line; null when it is complete. */
export function receiptText(
  message: Pick<Message, 'stopReason' | 'receipt' | 'metrics' | 'model'>,
): string | null {
  const { stopReason, receipt, metrics, model } = message
  const reason = stopReason === undefined ? null : reasonText(stopReason, metrics?.durationMs ?? null)
  if (reason === null) return null
  const isAgent = model !== undefined && agentOf(model) !== null
  return [reason, ...figures(receipt, isAgent)].join(' · ')
}

function reasonText(reason: StopReason, durationMs: number | null): string | null {
  if (reason === 'wall-timeout' && durationMs !== null) {
    return t('messages.receipt.timedOutAfter', { time: formatDuration(durationMs) })
  }
  return stopReasonWords(reason)
}

function figures(receipt: Receipt | undefined, isAgent: boolean): string[] {
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
