import { type ErrorCode, type ErrorData, ParleyError } from '../errors'
import { textsOf } from '../locales/all/texts-of'
import type { serverErrors } from '../locales/en/tools/server-errors'
import { lookupTable } from '../lookup-table'
import { type ServerErrorLanguage, serverFailureText } from './server-failure-text'

/** Why something with an MCP server failed; `locales/en/server-errors.ts` has a text for each reason. */
export type ServerFailureReason = keyof typeof serverErrors

/** The codes of reasons whose code is not `SERVER_FAILED`. */
const codes = lookupTable({
  'bundle-damaged': 'INVALID_INPUT',
  'bundle-entry': 'INVALID_INPUT',
  'bundle-file': 'INVALID_INPUT',
  'bundle-files': 'INVALID_INPUT',
  'bundle-key': 'INVALID_INPUT',
  'bundle-manifest': 'INVALID_INPUT',
  'bundle-none': 'INVALID_INPUT',
  'bundle-path': 'INVALID_INPUT',
  'bundle-placeholder': 'INVALID_INPUT',
  'bundle-platform': 'INVALID_INPUT',
  'bundle-size': 'INVALID_INPUT',
  'bundle-value': 'INVALID_INPUT',
  'bundle-version': 'INVALID_INPUT',
  'call-time': 'TIMEOUT',
  character: 'INVALID_INPUT',
  config: 'NOT_FOUND',
  entry: 'INVALID_INPUT',
  'entry-name': 'INVALID_INPUT',
  'entry-part': 'INVALID_INPUT',
  'entry-unread': 'INVALID_INPUT',
  header: 'INVALID_INPUT',
  input: 'INVALID_INPUT',
  json: 'INVALID_INPUT',
  known: 'INVALID_INPUT',
  many: 'INVALID_INPUT',
  'many-found': 'INVALID_INPUT',
  missing: 'NOT_FOUND',
  'no-sign-in': 'INVALID_INPUT',
  none: 'INVALID_INPUT',
  placeholder: 'INVALID_INPUT',
  'placeholder-values': 'INVALID_INPUT',
  'sign-in-time': 'TIMEOUT',
  sse: 'INVALID_INPUT',
  'start-time': 'TIMEOUT',
  transport: 'INVALID_INPUT',
  value: 'STORE_DAMAGED',
  'variable-reserved': 'INVALID_INPUT',
} as const satisfies Partial<Record<ServerFailureReason, ErrorCode>>)

/**
 * An error of an MCP server. Its texts are not in the catalogue of all errors, which every window loads at its start; a
 * window that has not loaded them yet shows the English message.
 */
export function serverFailure(
  reason: ServerFailureReason,
  data: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): ParleyError {
  const error = serverFailureData(reason, data)
  return new ParleyError(error.code, error.message, { data: error.data, cause })
}

/** Like `serverFailure`, as plain data. */
export function serverFailureData(
  reason: ServerFailureReason,
  data: Readonly<Record<string, unknown>> = {},
): ErrorData & { data: Record<string, unknown> } {
  const whole = { ...data, reason, about: 'server' }
  const code: ErrorCode = codes.get(reason) ?? 'SERVER_FAILED'
  const say = textsOf('en') as unknown as ServerErrorLanguage['say']
  const has = (key: string) => say(key, {}) !== key
  const { what, fix } = serverFailureText({ data: whole }, { say, has }) ?? { what: code, fix: '' }
  return { code, message: fix === '' ? what : `${what} ${fix}`, data: whole }
}
