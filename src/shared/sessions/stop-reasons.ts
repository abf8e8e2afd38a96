import { assertNever } from '../invariant'
import type { english } from '../locales/en/index'

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

/** A key of `messages.ended` in the catalogue. */
export type StopReasonName = keyof typeof english.messages.ended

/** The text that says why an answer is incomplete; null when it is complete, or its error says more. */
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
