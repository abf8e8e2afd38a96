import type { ErrorCode, ErrorData } from '../../shared/errors'

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

/** What an error says: what happened, and what to do. */
export interface ErrorText {
  what: string
  rest: string
}

/** The first sentence of a message, which says what happened, and the rest, which says what to do. */
function splitMessage(message: string): ErrorText {
  const end = /[.!?](?=\s)/.exec(message)
  if (end === null) return { what: message, rest: '' }
  return { what: message.slice(0, end.index + 1), rest: message.slice(end.index + 1).trim() }
}

/** What a person is told of `error`. What a broken part was needed for says the first error of that part. */
export function errorText(error: ErrorData): ErrorText {
  const cause = causeOf(error)
  if (cause === null) return splitMessage(error.message)
  const refusal = error.message.endsWith(cause.message)
    ? error.message.slice(0, -cause.message.length).replace(/:?\s*$/, '.')
    : error.message
  // A store's own words are for people and say what to do; any other error is a bug's.
  if (isStoreCode(cause.code)) return { what: refusal, rest: cause.message }
  return {
    what: refusal,
    rest: `What you wrote is kept. The first error was: ${cause.message}`,
  }
}

/** Whether `error` says that a part is broken that a restart would mend. */
export function isMendedByRestart(error: ErrorData): boolean {
  const cause = causeOf(error)
  return cause !== null && cause.code !== 'STORE_FULL'
}

/** The error that broke the part; null for a refusal that has other reasons. */
function causeOf(error: ErrorData): { code: string; message: string } | null {
  if (error.code !== 'DEGRADED') return null
  const { code, message } = (error.data?.['cause'] ?? {}) as { code?: unknown; message?: unknown }
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : null
}

function isStoreCode(code: string): boolean {
  return code === 'STORE_FULL' || code === 'STORE_DAMAGED'
}
