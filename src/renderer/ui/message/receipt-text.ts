import type { Message, Receipt, StopReason } from '../../../shared/messages'
import { stopReasonText } from '../../../shared/stop-reasons'
import { formatCount, formatDuration } from '../figures'

/** Why an answer ended before its time and how fast that was, in one line; null when it simply ended. */
export function receiptText(message: Pick<Message, 'stopReason' | 'receipt' | 'metrics'>): string | null {
  const { stopReason, receipt, metrics } = message
  const reason = stopReason === undefined ? null : reasonText(stopReason, metrics?.durationMs ?? null)
  if (reason === null) return null
  return [reason, ...figures(receipt)].join(' · ')
}

function reasonText(reason: StopReason, durationMs: number | null): string | null {
  if (reason === 'wall-timeout' && durationMs !== null) return `Timed out after ${formatDuration(durationMs)}`
  return stopReasonText(reason)
}

function figures(receipt: Receipt | undefined): string[] {
  if (receipt === undefined) return []
  const { generatorEndedMs, upstreamClosedMs, savedMs, keptChars } = receipt
  const said: string[] = []
  if (generatorEndedMs !== null) said.push(`generator ${formatDuration(generatorEndedMs)}`)
  if (upstreamClosedMs !== null) said.push(`socket closed ${formatDuration(upstreamClosedMs)}`)
  if (savedMs !== null) said.push(`saved ${formatDuration(savedMs)}`)
  if (keptChars !== null) said.push(`kept ${formatCount(keptChars)} characters`)
  return said
}
