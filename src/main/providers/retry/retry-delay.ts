import { ParleyError } from '../../../shared/errors'
import { isLoopback } from '../http/peer'

/** How often a request is sent again. */
const maxRetries = 3
/** A local server that is not running will not be running a second later either. */
const maxLocalRetries = 1
/** The delay before the first retry when the provider asks for none; it doubles with each retry. */
const firstDelayMs = 1_000
/** The longest wait: a request that would have to wait longer fails immediately. */
const longestDelayMs = 60_000
/** Added to the delay that a provider asks for, so that requests rejected together are not repeated together. */
const spreadMs = 500

/** Connection errors that may be transient. Unknown host names and bad certificates are not. */
const passingNetworkCodes: ReadonlySet<unknown> = new Set([
  '',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENETDOWN',
  'ENETUNREACH',
  'EHOSTUNREACH',
])

/**
 * How many milliseconds to wait before a failed request is sent again; null when that would not help. `retries` is the
 * number of retries so far; `random` returns a number from 0 up to 1.
 */
export function retryDelayMs(error: unknown, retries: number, random: () => number): number | null {
  if (!(error instanceof ParleyError) || retries >= maxRetriesFor(error)) return null
  const askedMs = error.data?.['retryAfterMs']
  if (typeof askedMs !== 'number' || askedMs === 0) {
    return Math.round(firstDelayMs * 2 ** retries * (0.75 + random() / 2))
  }
  return askedMs > longestDelayMs ? null : askedMs + Math.round(random() * spreadMs)
}

function maxRetriesFor({ code, data = {} }: ParleyError): number {
  if (data['cannotPass'] === true) return 0
  if (code === 'PROVIDER_OVERLOADED') return maxRetries
  if (code === 'PROVIDER_RATE_LIMIT') return data['isUnpaid'] === true ? 0 : maxRetries
  return code === 'PROVIDER_UNREACHABLE' ? maxReconnects(data) : 0
}

function maxReconnects({ networkCode, address }: Record<string, unknown>): number {
  if (!passingNetworkCodes.has(networkCode)) return 0
  const isLocal = typeof address === 'string' && isLoopback(`http://${address}`)
  return isLocal && networkCode === 'ECONNREFUSED' ? maxLocalRetries : maxRetries
}
