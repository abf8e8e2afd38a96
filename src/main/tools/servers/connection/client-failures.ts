import {
  InsufficientScopeError,
  MissingRequiredClientCapabilityError,
  OAuthClientFlowError,
  OAuthError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client'

import { ParleyError } from '../../../../shared/errors'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { isRecord } from '../../../../shared/record'
import { oneLine } from '../../../../shared/text/one-line'
import { redactText } from '../../../base/redaction/redaction'
import { unansweredCode } from './message-reader'
import { innermostMessage, isOfConnection, networkFailure } from './network-failure'

const saidChars = 500
const methodChars = 100

/** Returns the reason why a server could not be connected. */
export function connectFailure(error: unknown, server: string): ParleyError {
  return (
    ownFailure(error, server) ??
    networkFailure(error, server) ??
    serverFailure('no-connection', { server, ...said(error) }, error)
  )
}

/**
 * Returns the reason why a sign-in failed. What the library says about an answer of another form is no text for users.
 */
export function signInFailure(error: unknown, server: string): ParleyError {
  const known = ownFailure(error, server) ?? networkFailure(error, server)
  if (known !== null) return known
  const isOtherForm = error instanceof SyntaxError || (isRecord(error) && 'issues' in error)
  return serverFailure('sign-in-failed', { server, ...(isOtherForm ? {} : said(error)) }, error)
}

/** Returns the reason why a request to a connected server failed. */
export function requestFailure(error: unknown, server: string): ParleyError {
  if (error instanceof UrlElicitationRequiredError) {
    return serverFailure('needs-visit', { server, pages: error.elicitations }, error)
  }
  const asked = unsupportedRequest(error)
  if (asked !== null) return serverFailure('asks', { server, method: asked }, error)
  if (error instanceof ProtocolError && error.code === unansweredCode) {
    return serverFailure('connection-lost', { server }, error)
  }
  if (error instanceof ProtocolError) {
    return serverFailure('answered', { server, ...said(error) }, error)
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) {
    return serverFailure('unreadable', { server }, error)
  }
  const own = ownFailure(error, server)
  if (own !== null) return own
  const network = networkFailure(error, server)
  if (network !== null && network.data?.['reason'] !== 'closed') return network
  return serverFailure('connection-lost', { server, ...said(error) }, error)
}

/** The demand of a server of the newest protocol before it answers, if Parley does not support that; null otherwise. */
function unsupportedRequest(error: unknown): string | null {
  if (error instanceof MissingRequiredClientCapabilityError) {
    const required = isRecord(error.data) ? error.data['requiredCapabilities'] : undefined
    return isRecord(required) ? Object.keys(required).join(', ').slice(0, methodChars) : null
  }
  if (!(error instanceof SdkError) || error.code !== SdkErrorCode.CapabilityNotSupported) return null
  const method = isRecord(error.data) ? error.data['method'] : undefined
  return typeof method === 'string' ? method.slice(0, methodChars) : null
}

/** A failure that means the same wherever it happens; null for any other. */
function ownFailure(error: unknown, server: string): ParleyError | null {
  const own = innermost(error)
  if (own !== null) return own
  if (error instanceof UnauthorizedError) return serverFailure('needs-sign-in', { server }, error)
  if (error instanceof InsufficientScopeError) {
    return serverFailure('needs-sign-in', { server, scope: error.requiredScope }, error)
  }
  if (error instanceof OAuthError && error.code === 'access_denied') {
    return serverFailure('sign-in-refused', { server }, error)
  }
  if (error instanceof OAuthError || error instanceof OAuthClientFlowError) {
    return serverFailure('sign-in-failed', { server, ...said(error) }, error)
  }
  if (!(error instanceof SdkError)) return null
  if (error.code === SdkErrorCode.ClientHttpAuthentication) {
    return serverFailure('needs-sign-in', { server }, error)
  }
  if (error instanceof SdkHttpError) {
    return serverFailure('http', { server, status: error.status }, error)
  }
  return null
}

/** The library wraps errors of the transport and of `fetch`. */
function innermost(error: unknown): ParleyError | null {
  let at = error
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    if (at instanceof ParleyError && !isOfConnection(at)) return at
    at = at.cause
  }
  return null
}

/** The message of the server or the system; absent if there is none. */
function said(error: unknown): { said?: string } {
  if (!(error instanceof Error)) return {}
  const text = oneLine(redactText(innermostMessage(error).slice(0, 10 * saidChars))).slice(0, saidChars)
  return text === '' ? {} : { said: text }
}
