import type { ErrorCode, ErrorData } from '../../shared/errors'
import { failureParams } from '../../shared/failures/failure-params'
import { failureText, type FailureText } from '../../shared/failures/failure-text'
import { type ServerErrorLanguage, serverFailureText } from '../../shared/failures/server-failure-text'
import type { Notice } from '../../shared/runs/events'
import { importReasonsIn, importReasonValues } from '../../shared/store/import-reasons'
import { hasText, t } from '../language/t'

/** Errors that the user can fix in Settings. */
const fixableInSettings: ReadonlySet<ErrorCode> = new Set(['PROVIDER_AUTH', 'TIMEOUT', 'AGENT_NOT_INSTALLED'])

/** Errors that a wrong address can cause. */
const addressErrors: ReadonlySet<ErrorCode> = new Set(['PROVIDER_UNREACHABLE', 'PROVIDER_PROTOCOL'])

/** True if Settings can fix the error. After part of an answer (`hasBegun`), the address is known to be right. */
export function isFixableInSettings({ code }: ErrorData, hasBegun: boolean): boolean {
  return fixableInSettings.has(code) || (!hasBegun && addressErrors.has(code))
}

/** Errors after which a retry makes sense. */
export const retryableErrors: ReadonlySet<ErrorCode> = new Set([
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
 * An error's text in the window's language. An error that is not in the catalogue, such as one stored by an older
 * version, falls back to its message. `keepsText`: whether there is text of an answer, which can be said to be kept.
 */
export function errorText(error: ErrorData, keepsText = true): FailureText {
  const text = importText(error) ??
    serverText(error) ??
    failureText(error, t, keepsText) ?? { what: error.message, fix: '' }
  const cause = causeOf(error)
  if (cause === null) return text
  // Store errors are written for people and include advice; any other cause is a bug.
  const fix = isStoreCode(cause.code) ? errorLine(cause) : t('errors.firstError', { message: cause.message })
  return { what: text.what, fix }
}

/** Like `errorText`, but on one line. */
export function errorLine(error: ErrorData): string {
  const { what, fix } = errorText(error)
  return fix === '' ? what : `${what} ${fix}`
}

/** Why a request is being retried. A notice without the failed code or the provider falls back to its message. */
export function retrySentence({ message, cause }: Notice): string {
  if (cause === undefined) return message
  const { code, data = {} } = cause
  const { providerName, status = '' } = failureParams(data)
  if (providerName === undefined) return message
  if (code === 'PROVIDER_AUTH') return t('errors.retry.auth', { providerName, status })
  if (code === 'PROVIDER_RATE_LIMIT') return t('errors.retry.rateLimited', { providerName, status })
  if (code === 'PROVIDER_OVERLOADED') return t('errors.retry.overloaded', { providerName, status })
  // Other retried failures are those of a provider's connection, or of anything behind an agent.
  const isOfProvider = code === 'PROVIDER_UNREACHABLE' && data['reason'] !== 'agent-offline'
  return t(isOfProvider ? 'errors.retry.unreachable' : 'errors.retry.agent', { providerName })
}

/** True if a broken part caused the error, and a restart would repair it. */
export function isFixedByRestart(error: ErrorData): boolean {
  const cause = causeOf(error)
  return cause !== null && cause.code !== 'STORE_FULL'
}

/** Why a file was not imported, which has separate texts; null for any other error. */
function importText({ code, data = {} }: ErrorData): FailureText | null {
  if (code !== 'INVALID_INPUT') return null
  const reasons = importReasonsIn(data)
    .filter(({ code: reason }) => hasText(`imports.${reason}`))
    .map((reason) => t(`imports.${reason.code}`, importReasonValues(reason)))
  const [what, ...others] = reasons
  return what === undefined ? null : { what, fix: others.join(' ') }
}

/** An error of an MCP server has separate texts, which are loaded with the dialogs. */
function serverText(error: ErrorData): FailureText | null {
  return serverFailureText(error, { say: t as unknown as ServerErrorLanguage['say'], has: hasText })
}

/** The error that broke the part; null for refusals with other reasons. */
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
