import type { Clock } from '../base/clock'
import type { RunningRequests } from './calls/running-requests'

/** The effects of SIGINT: see `interrupt`. */
export const interruptModes = ['cancel', 'exit', 'cancel-then-exit'] as const
export type InterruptMode = (typeof interruptModes)[number]

/** Two interrupts within this time mean that the user wants the server to end. */
const secondInterruptMs = 1_000

/** Decides what a signal ends: only the running requests, or the server. */
export class Lifetime {
  readonly #mode: InterruptMode
  readonly #requests: RunningRequests
  readonly #clock: Clock
  readonly #end: () => void
  #lastCancelAtMs: number | null = null

  /** `end` shuts the server down; it may be called more than once. */
  constructor(deps: { mode: InterruptMode; requests: RunningRequests; clock: Clock; end: () => void }) {
    this.#mode = deps.mode
    this.#requests = deps.requests
    this.#clock = deps.clock
    this.#end = deps.end
  }

  /**
   * Handles SIGINT. Without a request it ends the server. With requests, `cancel` ends only these, `exit` ends the
   * server, and `cancel-then-exit` ends the requests first, and the server when repeated within a second.
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
