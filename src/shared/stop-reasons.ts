import { assertNever } from './invariant'

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

/** Why an answer is not whole, for people; null when it simply ended, or when its error says more. */
export function stopReasonText(reason: StopReason): string | null {
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
      return 'Timed out'
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
