import { mayHaveCost, ParleyError } from '../../../shared/errors'
import { inEnglish } from '../../../shared/failures/failure'
import { failureParams } from '../../../shared/failures/failure-params'
import type { Clock } from '../../base/clock'
import { pause } from '../../base/pause'
import type { RunContext, RunRequest, SourceEvent } from '../../run-source/run-source'
import type { Provider } from '../provider'
import { retryDelayMs } from './retry-delay'

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
