import type { Clock } from '../base/clock'
import type { RunningRequests } from './calls/running-requests'

/** What SIGINT does: see `interrupt`. */
export const interruptModes = ['cancel', 'exit', 'cancel-then-exit'] as const
export type InterruptMode = (typeof interruptModes)[number]

/** Two interrupts within so long mean that the user wants it to end. */
const secondInterruptMs = 1_000

/** Decides what a signal means: whether only what is running ends, or the server. */
export class Lifetime {
  readonly #mode: InterruptMode
  readonly #requests: RunningRequests
  readonly #clock: Clock
  readonly #end: () => void
  #lastCancelAtMs: number | null = null

  /** `end` ends the server in an orderly way; it may be called more than once. */
  constructor(deps: { mode: InterruptMode; requests: RunningRequests; clock: Clock; end: () => void }) {
    this.#mode = deps.mode
    this.#requests = deps.requests
    this.#clock = deps.clock
    this.#end = deps.end
  }

  /**
   * SIGINT. Without any request it ends the server. With some, `cancel` ends these and the server lives on, `exit` ends
   * the server, and `cancel-then-exit` is the one, and the other when asked again within a second.
   */
  interrupt(): void {
    const now = this.#clock.monotonic()
    const isSecond =
      this.#mode === 'cancel-then-exit' &&
      this.#lastCancelAtMs !== null &&
      now - this.#lastCancelAtMs <= secondInterruptMs
    if (this.#mode === 'exit' || this.#requests.count === 0 || isSecond) {
      this.#end()
      return
    }
    this.#lastCancelAtMs = now
    this.#requests.interruptAll()
  }
}
