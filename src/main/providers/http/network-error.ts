import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { errorCode } from '../../base/error-code'
import { type Peer, peerData } from './peer'

/** How far a connection has come: TCP, then TLS if the address has it, then the request. */
export type ConnectionPhase = 'connecting' | 'handshake' | 'open'

/** The state of a connection when it failed. */
export interface FailedConnection {
  /** The whole request had been sent by then. */
  isSent?: boolean
  /** Default: `open`. */
  phase?: ConnectionPhase
  /** The proxy that the connection goes through. A tunnel counts as `connecting` until TLS is established. */
  proxy?: URL | null
}

/** The error for a connection that failed before an answer began, or whose answer was not valid HTTP. */
export function unreachableError(
  peer: Peer,
  cause: unknown,
  { isSent = false, phase = 'open', proxy = null }: FailedConnection = {},
): ParleyError {
  const code = networkCode(cause)
  const data = { ...peerData(peer), networkCode: code }
  const isCutTunnel = proxy !== null && phase === 'connecting' && code !== 'ERR_PROXY_TUNNEL'
  const isPlainProxy = proxy?.protocol === 'https:' && answerReason(code, cause) === 'not-tls'
  if (isPlainProxy || (isCutTunnel && connectCodes.has(code))) {
    return failure('PROVIDER_UNREACHABLE', 'proxy-unreachable', { ...data, proxy: proxy.host }, cause)
  }
  const isRefusal = code === 'ERR_PROXY_TUNNEL' && /\b407\b/.test(String(cause))
  if (isRefusal || code === 'ERR_PROXY_SIGN_IN') {
    const status = isRefusal ? { status: 407 } : {}
    return failure('PROVIDER_UNREACHABLE', 'proxy-sign-in', { ...data, ...status, cannotPass: true }, cause)
  }
  const answered = answerReason(code, cause)
  if (answered !== null) return failure('PROVIDER_PROTOCOL', answered, data, cause)
  const reason = silenceReason(code, isCutTunnel ? 'handshake' : phase)
  const lasting = lastingReasons.has(reason) ? { cannotPass: true } : {}
  return failure('PROVIDER_UNREACHABLE', reason, { ...data, ...costOf(isSent), ...lasting }, cause)
}

/** The error for a peer that did not establish a connection, or start to answer, in time. */
export function responseTimeoutError(
  peer: Peer,
  timeoutMs: number,
  { isSent = false, phase = 'open', proxy = null }: FailedConnection = {},
): ParleyError {
  if (proxy !== null && phase === 'connecting') {
    const data = { ...peerData(peer), proxy: proxy.host, networkCode: 'ETIMEDOUT', timeoutMs }
    return failure('PROVIDER_UNREACHABLE', 'proxy-unreachable', data)
  }
  const reason = { connecting: 'no-connection', handshake: 'tls-silent', open: 'no-answer' } as const
  return failure('PROVIDER_UNREACHABLE', reason[phase], { ...peerData(peer), timeoutMs, ...costOf(isSent) })
}

/** The error for a request that would need a proxy which Parley cannot use, by its variable. Nothing was connected. */
export function unusableProxyError(peer: Peer, proxy: string): ParleyError {
  return failure('PROVIDER_UNREACHABLE', 'proxy-unusable', { ...peerData(peer), proxy, cannotPass: true })
}

/** The error for a connection that was lost during an answer. */
export function connectionLostError(peer: Peer, cause: unknown): ParleyError {
  const reason = deadCodes.has(networkCode(cause)) ? 'went-dead' : 'broken-off'
  return failure('PROVIDER_PROTOCOL', reason, { ...peerData(peer), ...costOf(true) }, cause)
}

/** A provider that has the whole request may process it, and charge for it, even if the answer never arrives. */
function costOf(isSent: boolean): { mayHaveCost?: true } {
  return isSent ? { mayHaveCost: true } : {}
}

/** The system's codes for a connection on which nothing arrives any more, in contrast to one that was closed. */
const deadCodes: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
])

/** The system's codes for a peer, here a proxy, to which no connection is possible. */
const connectCodes: ReadonlySet<string> = new Set([...deadCodes, 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** How OpenSSL and BoringSSL report a peer that answers a TLS handshake with something else. */
const noTlsCodes =
  /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|HTTPS?(?:_PROXY)?_REQUEST|RECORD_LAYER_FAILURE|BAD_PACKET_LENGTH)/

/** The reason why an answer could not be parsed; null when none arrived. */
function answerReason(code: string, cause: unknown) {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers-too-large'
  if (code.startsWith('HPE_')) return 'not-http'
  if (noTlsCodes.test(code)) return 'not-tls'
  // A TLS alert is TLS.
  if (code === 'EPROTO' && !/alert/i.test(String(cause))) return 'not-tls'
  return null
}

const unknownIssuerCodes: ReadonlySet<string> = new Set([
  'CERT_REJECTED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Reasons that last until somebody changes something. */
const lastingReasons: ReadonlySet<string> = new Set([
  'certificate-date',
  'certificate-name',
  'certificate-unknown',
  'proxy-refused',
  'tls-failed',
])

/** Why no answer arrived. */
function silenceReason(code: string, phase: ConnectionPhase) {
  if (unknownIssuerCodes.has(code)) return 'certificate-unknown'
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'tls-failed'
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'certificate-name'
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return 'certificate-date'
    case 'ECONNREFUSED':
      return 'nothing-there'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'name-not-found'
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
      return phase === 'handshake' ? 'tls-cut' : 'closed'
    case 'ETIMEDOUT':
      return phase === 'open' ? 'went-silent' : 'no-connection'
    case 'EHOSTUNREACH':
    case 'EHOSTDOWN':
    case 'ENETUNREACH':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return phase === 'open' ? 'went-silent' : 'no-route'
    case 'ERR_PROXY_TUNNEL':
    case 'ERR_PROXY_INVALID_CONFIG':
      return 'proxy-refused'
    default:
      return phase === 'handshake' && code === '' ? 'tls-cut' : 'unreachable'
  }
}

/** The system's error code; for several addresses, that of the first one. */
function networkCode(error: unknown): string {
  if (error instanceof AggregateError) return networkCode(error.errors[0])
  return errorCode(error) ?? ''
}
