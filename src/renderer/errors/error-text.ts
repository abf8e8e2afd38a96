import type { ErrorCode, ErrorData } from '../../shared/errors'
import { currentLanguage, t } from '../language/t'
import { isOfWindow } from './error-data'
import { errorSentences } from './error-sentences'

/** Errors that Settings can mend. */
export const mendedInSettings: ReadonlySet<ErrorCode> = new Set([
  'PROVIDER_AUTH',
  'PROVIDER_UNREACHABLE',
  'PROVIDER_PROTOCOL',
  'TIMEOUT',
  'AGENT_NOT_INSTALLED',
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
  'AGENT_NOT_INSTALLED',
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
  if (cause === null) return splitMessage(wordsOf(error))
  const refusal = refusalOf(error, cause)
  // A store's own words are for people and say what to do; any other error is a bug's.
  return isStoreCode(cause.code)
    ? { what: refusal, rest: wordsOf(cause) }
    : { what: refusal, rest: t('errors.degraded.firstError', { message: cause.message }) }
}

/** The same in one line, for where an error is told in passing. */
export function errorLine(error: ErrorData): string {
  if (isInRightWords(error)) return error.message
  const { what, rest } = errorText(error)
  return rest === '' ? what : `${what} ${rest}`
}

function wordsOf(error: ErrorData): string {
  return isInRightWords(error) ? error.message : errorSentences(error)
}

/** Main speaks English; in any other language the catalogue says what it has to say. */
function isInRightWords(error: ErrorData): boolean {
  return currentLanguage() === 'en' || isOfWindow(error)
}

/** What cannot be done, without why. */
function refusalOf(error: ErrorData, cause: ErrorData): string {
  if (currentLanguage() !== 'en') {
    return t(isStoreCode(cause.code) ? 'errors.degraded.notNow' : 'errors.degraded.noAnswers')
  }
  return error.message.endsWith(cause.message)
    ? error.message.slice(0, -cause.message.length).replace(/:?\s*$/, '.')
    : error.message
}

/** Whether `error` says that a part is broken that a restart would mend. */
export function isMendedByRestart(error: ErrorData): boolean {
  const cause = causeOf(error)
  return cause !== null && cause.code !== 'STORE_FULL'
}

/** The error that broke the part; null for a refusal that has other reasons. */
function causeOf(error: ErrorData): ErrorData | null {
  if (error.code !== 'DEGRADED') return null
  const { code, message, data } = (error.data?.['cause'] ?? {}) as Partial<ErrorData>
  if (typeof code !== 'string' || typeof message !== 'string') return null
  return { code, message, ...(data === undefined ? {} : { data }) }
}

function isStoreCode(code: ErrorCode): boolean {
  return code === 'STORE_FULL' || code === 'STORE_DAMAGED'
}
