import type { ErrorCode, ErrorData } from '../../shared/errors'
import { failureText, type FailureText } from '../../shared/failures/failure-text'
import { importReasonsIn } from '../../shared/store/import-reasons'
import { t } from '../language/t'

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

/**
 * What an error says in the language of the window. An error that the catalogue does not know, such as one stored by an
 * older version, says what its message says.
 */
export function errorText(error: ErrorData): FailureText {
  const text = importText(error) ?? failureText(error, t) ?? { what: error.message, fix: '' }
  const cause = causeOf(error)
  if (cause === null) return text
  // The errors of the store are for people and say what to do; any other cause is a bug.
  const fix = isStoreCode(cause.code) ? errorLine(cause) : t('errors.firstError', { message: cause.message })
  return { what: text.what, fix }
}

/** The same in one line. */
export function errorLine(error: ErrorData): string {
  const { what, fix } = errorText(error)
  return fix === '' ? what : `${what} ${fix}`
}

/** Whether `error` says that a part is broken that a restart would repair. */
export function isMendedByRestart(error: ErrorData): boolean {
  const cause = causeOf(error)
  return cause !== null && cause.code !== 'STORE_FULL'
}

/** Why a file was not imported, which has texts of its own; null for any other error. */
function importText({ code, data = {} }: ErrorData): FailureText | null {
  if (code !== 'INVALID_INPUT') return null
  const reasons = importReasonsIn(data).map((reason) =>
    t(`imports.${reason.code}`, { value: reason.value ?? '' }),
  )
  const [what, ...others] = reasons
  return what === undefined ? null : { what, fix: others.join(' ') }
}

/** The error that broke the part; null for a refusal that has other reasons. */
function causeOf(error: ErrorData): ErrorData | null {
  if (error.code !== 'DEGRADED') return null
  const cause = (error.data?.['cause'] ?? {}) as Partial<ErrorData>
  const { code, message } = cause
  if (typeof code !== 'string' || typeof message !== 'string') return null
  return { ...cause, code, message }
}

function isStoreCode(code: ErrorCode): boolean {
  return code === 'STORE_FULL' || code === 'STORE_DAMAGED'
}
