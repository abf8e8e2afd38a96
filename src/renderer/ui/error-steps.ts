import type { ErrorCode } from '../../shared/errors'

/** Errors that Settings can mend. */
export const mendedInSettings: ReadonlySet<ErrorCode> = new Set([
  'PROVIDER_AUTH',
  'PROVIDER_UNREACHABLE',
  'PROVIDER_PROTOCOL',
  'TIMEOUT',
])

/** Errors after which trying the same again makes sense. */
export const worthRetrying: ReadonlySet<ErrorCode> = new Set([
  'TIMEOUT',
  'CANCELLED',
  'PROVIDER_RATE_LIMIT',
  'PROVIDER_OVERLOADED',
  'PROVIDER_UNREACHABLE',
  'PROVIDER_PROTOCOL',
  'PROVIDER_BAD_REQUEST',
  'PROVIDER_AUTH',
  'AGENT_FAILED',
  'INTERNAL',
])

/** The first sentence of a message, which says what happened, and the rest, which says what to do. */
export function splitMessage(message: string): { what: string; rest: string } {
  const end = /[.!?](?=\s)/.exec(message)
  if (end === null) return { what: message, rest: '' }
  return { what: message.slice(0, end.index + 1), rest: message.slice(end.index + 1).trim() }
}
