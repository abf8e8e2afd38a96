import { assertNever } from '../invariant'
import { english } from '../locales/en/index'

/** Why an answer ended. */
export const stopReasons = [
  'end',
  'length',
  'filter',
  'tool-limit',
  'user',
  'replaced',
  'idle-timeout',
  'wall-timeout',
  'client-closed',
  'shutdown',
  'interrupted',
  'error',
] as const

export type StopReason = (typeof stopReasons)[number]

/** The name of a text of `messages.ended`. */
export type StopReasonName = keyof typeof english.messages.ended

/** What says why an answer is not whole; null when it simply ended, or when its error says more. */
export function stopReasonName(reason: StopReason): StopReasonName | null {
  switch (reason) {
    case 'end':
    case 'error':
      return null
    case 'user':
    case 'shutdown':
    case 'interrupted':
    case 'replaced':
    case 'length':
    case 'filter':
      return reason
    case 'client-closed':
      return 'clientClosed'
    case 'idle-timeout':
      return 'idleTimeout'
    case 'wall-timeout':
      return 'wallTimeout'
    case 'tool-limit':
      return 'toolLimit'
    default:
      return assertNever(reason)
  }
}

/** Why an answer is not whole, in English, as files that are exported say it; null as in `stopReasonName`. */
export function stopReasonText(reason: StopReason): string | null {
  const name = stopReasonName(reason)
  return name === null ? null : english.messages.ended[name]
}
