import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import type { ProviderPace } from './provider-pace'
import { ParleyError } from '../../shared/errors'
import type { RunSource } from '../run-source/run-source'

/** A resource that only so many runs may use at once, such as a provider. Lanes with the same key are the same. */
export interface Lane {
  key: string
  atOnce: number
}

/** The conditions for a run to begin. */
export interface TurnRequest {
  provider: string
  /** The run takes a place in each of them. */
  lanes: readonly Lane[]
}

/** The place of a run in the order of runs. */
export interface Turn {
  /** The run may begin. */
  readonly hasCome: boolean
  /** When `signal` aborts, the run stops waiting. Called once, before `come`. */
  stoppedBy(signal: AbortSignal): void
  /** Resolves when the run may begin. @throws the reason of its signal */
  come(): Promise<void>
  /** The provider accepts no request before `until`, in milliseconds since the epoch. */
  hold(until: number): void
  /** The provider has answered. */
  succeeded(): void
  /** The run has ended or will not begin, so the next ones may. */
  end(): void
}

/**
 * The longest wait for a provider. After that, the run sends its request, and the refusal says how long the limit
 * lasts.
 */
const longestHoldMs = 60_000
/**
 * How long a stopped run keeps its places. Stopping several runs takes several requests, and those that wait must not
 * begin in between.
 */
const stopGapMs = 100

interface Entry extends TurnRequest {
  state: 'waiting' | 'begun' | 'over'
  wasStopped: boolean
  /** Since when the run waits only for its provider; null if it does not. */
  heldSince: number | null
  resolve: () => void
  reject: (reason: unknown) => void
}

/** Lets runs begin in the order in which they joined, as soon as their lanes have room and their provider may be asked. */
export class Turns {
  readonly #pace: ProviderPace
  readonly #clock: Clock
  readonly #waiting = new Set<Entry>()
  readonly #taken = new Map<string, number>()
  #cancelWake: Dispose = () => {}

  constructor({ pace, clock }: { pace: ProviderPace; clock: Clock }) {
    this.#pace = pace
    this.#clock = clock
  }

  join(request: TurnRequest): Turn {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // The caller may not await it.
    promise.catch(() => {})
    const entry: Entry = { ...request, state: 'waiting', wasStopped: false, heldSince: null, resolve, reject }
    this.#waiting.add(entry)
    this.#pump()
    return {
      get hasCome() {
        return entry.state === 'begun'
      },
      stoppedBy: (signal) => {
        const onAbort = () => {
          entry.wasStopped = true
          this.#leave(entry, signal.reason)
        }
        if (signal.aborted) onAbort()
        else signal.addEventListener('abort', onAbort, { once: true })
      },
      come: () => promise,
      hold: (until) => this.#pace.hold(request.provider, until),
      succeeded: () => this.#pace.succeeded(request.provider),
      end: () => {
        this.#leave(entry, null)
        if (entry.state !== 'begun') return
        entry.state = 'over'
        if (entry.wasStopped) this.#clock.after(stopGapMs, () => this.#release(entry))
        else this.#release(entry)
      },
    }
  }

  #leave(entry: Entry, reason: unknown): void {
    if (entry.state !== 'waiting') return
    entry.state = 'over'
    this.#waiting.delete(entry)
    entry.reject(reason)
    this.#pump()
  }

  #release({ lanes }: Entry): void {
    for (const { key } of lanes) {
      const left = (this.#taken.get(key) ?? 0) - 1
      if (left > 0) this.#taken.set(key, left)
      else this.#taken.delete(key)
    }
    this.#pump()
  }

  #pump(): void {
    this.#cancelWake()
    this.#cancelWake = () => {}
    const now = this.#clock.now()
    let wakeAt = Number.POSITIVE_INFINITY
    for (const entry of this.#waiting) {
      const { lanes, provider } = entry
      if (!lanes.every(({ key, atOnce }) => (this.#taken.get(key) ?? 0) < atOnce)) continue
      const readyAt = this.#pace.readyAt(provider)
      const limit = (entry.heldSince ?? now) + longestHoldMs
      if (readyAt > now && now < limit && (entry.heldSince !== null || readyAt <= limit)) {
        entry.heldSince ??= now
        wakeAt = Math.min(wakeAt, readyAt, limit)
        continue
      }
      for (const { key } of lanes) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1)
      this.#waiting.delete(entry)
      entry.state = 'begun'
      entry.resolve()
    }
    if (wakeAt < Number.POSITIVE_INFINITY) {
      this.#cancelWake = this.#clock.after(wakeAt - now, () => this.#pump())
    }
  }
}

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
