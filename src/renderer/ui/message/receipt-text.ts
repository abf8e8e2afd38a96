import { assertNever } from '../../../shared/invariant'
import type { Message, Receipt, StopReason } from '../../../shared/messages'
import { formatCount, formatDuration } from '../figures'

/** Why an answer ended before its time and how fast that was, in one line; null when it simply ended. */
export function receiptText(message: Pick<Message, 'stopReason' | 'receipt' | 'metrics'>): string | null {
  const { stopReason, receipt, metrics } = message
  const reason = stopReason === undefined ? null : reasonText(stopReason, metrics?.durationMs ?? null)
  if (reason === null) return null
  return [reason, ...figures(receipt)].join(' · ')
}

function reasonText(reason: StopReason, durationMs: number | null): string | null {
  switch (reason) {
    case 'end':
    case 'error':
      return null
    case 'user':
      return 'Stopped by you'
    case 'client-closed':
      return 'Ended when the window went away'
    case 'shutdown':
      return 'Ended when Parley was closed'
    case 'interrupted':
      return 'Interrupted when Parley was ended'
    case 'replaced':
      return 'Replaced by a newer message'
    case 'idle-timeout':
      return 'Timed out: nothing came any more'
    case 'wall-timeout':
      return durationMs === null ? 'Timed out' : `Timed out after ${formatDuration(durationMs)}`
    case 'length':
      return 'Ended at the length limit'
    case 'filter':
      return 'Ended by the provider’s filter'
    case 'tool-limit':
      return 'Ended at the limit of tool calls'
    default:
      return assertNever(reason)
  }
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
