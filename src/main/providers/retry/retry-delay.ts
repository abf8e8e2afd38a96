import { ParleyError } from '../../../shared/errors'
import { isLoopback } from '../http/peer'

/** How often a request is sent again. */
const maxRetries = 3
/** A server of this machine that is not running has not come up a second later either. */
const maxLocalRetries = 1
/** The wait before the first retry when the provider asks for none; it doubles with each one. */
const firstDelayMs = 1_000
/** Nobody is kept waiting for longer than this: what asks for more fails at once. */
const longestDelayMs = 60_000
/** Added to what a provider asks for, so that many that were refused together do not come back together. */
const spreadMs = 500

/** What a connection fails with that may work a moment later. Names that do not exist and bad certificates do not. */
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
 * How many milliseconds to wait before a request that failed is sent again; null when that would not help.
 * `retries` is how often it was sent again already; `random` gives a number from 0 up to 1.
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
  if (code === 'PROVIDER_OVERLOADED') return maxRetries
  if (code === 'PROVIDER_RATE_LIMIT') return data['isUnpaid'] === true ? 0 : maxRetries
  return code === 'PROVIDER_UNREACHABLE' ? maxReconnects(data) : 0
}

function maxReconnects({ networkCode, address }: Record<string, unknown>): number {
  if (!passingNetworkCodes.has(networkCode)) return 0
  const isLocal = typeof address === 'string' && isLoopback(`http://${address}`)
  return isLocal && networkCode === 'ECONNREFUSED' ? maxLocalRetries : maxRetries
}
