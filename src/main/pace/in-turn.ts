import { ParleyError } from '../../shared/errors'
import type { Clock } from '../base/clock'
import type { RunSource } from '../run-source/run-source'
import type { Turn } from './turns'

/**
 * A source that first waits for its turn: until then, nothing is sent. It reports how long the provider accepts no
 * requests, which applies to everything that waits for this provider.
 */
export function inTurn(source: RunSource, turn: Turn, clock: Clock): RunSource {
  return async function* (request, context) {
    turn.stoppedBy(context.signal)
    if (!turn.hasCome) {
      yield { type: 'turn', startedAt: null }
      await turn.come()
      yield { type: 'turn', startedAt: clock.now() }
    }
    try {
      for await (const event of source(request, context)) {
        if (event.type === 'notice' && event.retryAt !== undefined && isRateLimit(event.cause)) {
          turn.hold(event.retryAt)
        }
        yield event
      }
      if (!context.signal.aborted) turn.succeeded()
    } catch (error) {
      const afterMs = error instanceof ParleyError && isRateLimit(error) ? error.data?.['retryAfterMs'] : null
      if (typeof afterMs === 'number') turn.hold(clock.now() + afterMs)
      throw error
    }
  }
}

function isRateLimit(error: { code: string } | undefined): boolean {
  return error?.code === 'PROVIDER_RATE_LIMIT'
}
