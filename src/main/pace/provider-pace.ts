import type { ParleyError } from '../../shared/errors'
import type { Clock } from '../base/clock'

/** The wait after a failure if the provider names none. It doubles each time, up to the maximum. */
const firstWaitMs = 15_000
const longestWaitMs = 5 * 60_000
/** The longest wait that a provider may ask for; for more, the run stops and can be resumed. */
const longestAskedMs = 6 * 60 * 60_000
/** The number of consecutive waits, without an answer in between, after which a provider counts as unreachable. */
const maxWaits = 10

/** How a failed request affects others: those to its provider wait or are not sent, or only those to its model. */
export type Setback = 'wait' | 'provider-closed' | 'model-closed' | 'none'

/**
 * When each provider may be asked again. Models of one provider share a key, and so its rate limit; runs share this.
 */
export class ProviderPace {
  readonly #clock: Clock
  readonly #holds = new Map<string, { until: number; waits: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** When the provider may be asked; now or earlier if at once. Epoch milliseconds. */
  readyAt(provider: string): number {
    return this.#holds.get(provider)?.until ?? 0
  }

  /** Nothing new is sent to the provider before `until`. */
  hold(provider: string, until: number): void {
    const { until: earlier = 0, waits = 0 } = this.#holds.get(provider) ?? {}
    this.#holds.set(provider, { until: Math.max(earlier, until), waits })
  }

  succeeded(provider: string): void {
    const held = this.#holds.get(provider)
    if (held !== undefined) this.#holds.set(provider, { ...held, waits: 0 })
  }

  /** Forgets earlier failures: the user tries again. */
  reset(provider: string): void {
    this.#holds.delete(provider)
  }

  /** Decides what a failed request means for the provider, and makes it wait. */
  failed(provider: string, error: ParleyError): Setback {
    const { code, data = {} } = error
    // A wrong key is wrong for all models; other permissions may differ.
    if (code === 'PROVIDER_AUTH') return data['status'] === 403 ? 'model-closed' : 'provider-closed'
    // Other models may be free.
    if (code === 'PROVIDER_RATE_LIMIT' && data['isUnpaid'] === true) return 'model-closed'
    if (data['cannotPass'] === true) return code === 'PROVIDER_UNREACHABLE' ? 'provider-closed' : 'none'
    const isPassing =
      code === 'PROVIDER_RATE_LIMIT' || code === 'PROVIDER_OVERLOADED' || code === 'PROVIDER_UNREACHABLE'
    if (!isPassing) return 'none'
    const now = this.#clock.now()
    const { until = 0, waits = 0 } = this.#holds.get(provider) ?? {}
    const askedMs = typeof data['retryAfterMs'] === 'number' ? data['retryAfterMs'] : 0
    if (askedMs > longestAskedMs) return 'model-closed'
    if (waits >= maxWaits) return 'provider-closed'
    const waitMs = askedMs > 0 ? askedMs : Math.min(longestWaitMs, firstWaitMs * 2 ** waits)
    // Requests that were sent together and refused together are one failure.
    const isNew = until <= now
    this.#holds.set(provider, { until: Math.max(until, now + waitMs), waits: isNew ? waits + 1 : waits })
    return 'wait'
  }
}
