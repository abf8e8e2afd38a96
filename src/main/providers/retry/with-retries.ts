import { mayHaveCost, ParleyError } from '../../../shared/errors'
import { inEnglish } from '../../../shared/failures/failure'
import { failureParams } from '../../../shared/failures/failure-params'
import type { Clock } from '../../base/clock'
import { pause } from '../../base/pause'
import type { RunContext, RunRequest, SourceEvent } from '../../run-source/run-source'
import { isLoopback } from '../http/peer'
import type { Provider } from '../provider'

export interface RetryOptions {
  clock: Clock
  /** A number from 0 up to 1. */
  random?: () => number
}

/**
 * Wraps a provider so that a request is repeated when it failed with a transient error before any content arrived. A
 * notice with the time of the next attempt announces each wait, which ends immediately with the run.
 */
export function withRetries(provider: Provider, options: RetryOptions): Provider {
  return {
    id: provider.id,
    kind: provider.kind,
    name: provider.name,
    listModels: (signal) => provider.listModels(signal),
    takesPrefill: (modelId) => provider.takesPrefill?.(modelId) ?? false,
    run: (request, context) => runWithRetries(provider, request, context, options),
    ...(provider.batches === undefined ? {} : { batches: provider.batches }),
  }
}

async function* runWithRetries(
  provider: Provider,
  request: RunRequest,
  context: RunContext,
  { clock, random = Math.random }: RetryOptions,
): AsyncGenerator<SourceEvent, void, undefined> {
  const { signal } = context
  let wasLost = false
  for (let retries = 0; ; retries++) {
    let hasReceived = false
    /** Usage and notices that arrived before content count only for the final attempt. */
    let counted: SourceEvent[] = []
    try {
      for await (const event of provider.run(request, context)) {
        if (!hasReceived && (event.type === 'usage' || event.type === 'notice')) {
          counted.push(event)
          continue
        }
        hasReceived = true
        yield* counted
        counted = []
        yield event
      }
      yield* counted
      return
    } catch (error) {
      const delayMs = hasReceived || signal.aborted ? null : retryDelayMs(error, retries, random)
      if (delayMs === null || !(error instanceof ParleyError)) {
        yield* counted
        throw wasLost ? withCost(error) : error
      }
      wasLost ||= mayHaveCost(error)
      const dueAtMs = clock.monotonic() + delayMs
      yield {
        type: 'notice',
        code: 'RETRY',
        message: reasonOf(error, provider.name),
        retryAt: clock.now() + delayMs,
        cause: { code: error.code, data: { ...error.data, providerName: provider.name } },
      }
      // A reader that was slow to take the notice does not extend the wait.
      const leftMs = dueAtMs - clock.monotonic()
      if (leftMs > 0) await pause(clock, leftMs, signal)
      if (signal.aborted) return
    }
  }
}

/** The error of the last attempt, after one whose answer got lost. */
function withCost(error: unknown): unknown {
  if (!(error instanceof ParleyError) || mayHaveCost(error)) return error
  const { code, message, data } = error
  return new ParleyError(code, message, { data: { ...data, mayHaveCost: true }, cause: error })
}

/** The reason for the retry, without the advice that a final failure gives. */
function reasonOf({ code, data = {} }: ParleyError, providerName: string): string {
  const t = inEnglish()
  const { status = '' } = failureParams(data)
  if (code === 'PROVIDER_RATE_LIMIT') return t('errors.retry.rateLimited', { providerName, status })
  if (code === 'PROVIDER_OVERLOADED') return t('errors.retry.overloaded', { providerName, status })
  return t('errors.retry.unreachable', { providerName })
}

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
 * The wait in milliseconds before a failed request is sent again; null when that would not help. `retries` is the
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
