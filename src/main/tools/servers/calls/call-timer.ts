import type { ParleyError } from '../../../../shared/errors'
import type { Clock } from '../../../base/clock'

/** The time limit of a call: it starts again with each sign of progress, and pauses while the user is asked. */
export class CallTimer {
  readonly #clock: Clock
  readonly #limitMs: number
  readonly #expired = new AbortController()
  readonly #error: () => ParleyError
  #cancel: () => void = () => {}
  #pauses = 0

  constructor(clock: Clock, limitMs: number, error: () => ParleyError) {
    this.#clock = clock
    this.#limitMs = limitMs
    this.#error = error
    this.restart()
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#expired.signal
  }

  restart(): void {
    this.#cancel()
    if (this.#pauses > 0) return
    this.#cancel = this.#clock.after(this.#limitMs, () => this.#expired.abort(this.#error()))
  }

  /** Runs `work` without counting its time. */
  async pauseFor<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#cancel()
    this.#pauses += 1
    try {
      return await work()
    } finally {
      this.#pauses -= 1
      this.restart()
    }
  }

  stop(): void {
    this.#cancel()
    // A pause that ends later must not start it again.
    this.#pauses = Number.POSITIVE_INFINITY
  }
}
