import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { errorCode } from '../../base/error-code'
import { type Peer, peerData } from './peer'

/**
 * The error for a connection that failed before an answer began, or whose answer was not valid HTTP. `isSent`: the
 * whole request had been sent by then.
 */
export function unreachableError(
  peer: Peer,
  cause: unknown,
  { isSent = false }: { isSent?: boolean } = {},
): ParleyError {
  const code = networkCode(cause)
  const data = { ...peerData(peer), networkCode: code }
  const answered = answerReason(code)
  return answered === null
    ? failure('PROVIDER_UNREACHABLE', silenceReason(code), { ...data, ...costOf(isSent) }, cause)
    : failure('PROVIDER_PROTOCOL', answered, data, cause)
}

/** The error for a peer that did not start to answer in time. `isSent`: it had the whole request. */
export function responseTimeoutError(
  peer: Peer,
  timeoutMs: number,
  { isSent = false }: { isSent?: boolean } = {},
): ParleyError {
  return failure('PROVIDER_UNREACHABLE', 'no-answer', { ...peerData(peer), timeoutMs, ...costOf(isSent) })
}

/** The error for a connection that was lost during an answer. */
export function connectionLostError(peer: Peer, cause: unknown): ParleyError {
  return failure('PROVIDER_PROTOCOL', 'broken-off', { ...peerData(peer), ...costOf(true) }, cause)
}

/** A provider that has the whole request may process it, and charge for it, even if the answer never arrives. */
function costOf(isSent: boolean): { mayHaveCost?: true } {
  return isSent ? { mayHaveCost: true } : {}
}

/** What was wrong with an answer that could not be parsed; null when none arrived. */
function answerReason(code: string) {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers-too-large'
  if (code.startsWith('HPE_')) return 'not-http'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'not-tls'
  return null
}

/** Why no answer arrived. */
function silenceReason(code: string) {
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing-there'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'name-not-found'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'closed'
    case 'ETIMEDOUT':
      return 'no-connection'
    default:
      return 'unreachable'
  }
}

/** The system's error code; for several addresses, that of the first one. */
function networkCode(error: unknown): string {
  if (error instanceof AggregateError) return networkCode(error.errors[0])
  return errorCode(error) ?? ''
}
