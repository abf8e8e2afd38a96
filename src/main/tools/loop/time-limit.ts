import type { Clock } from '../../base/clock'

/** A limit on time that does not run while something waits for the user. */
export class TimeLimit {
  readonly #clock: Clock
  readonly #onExpired: () => void
  readonly #limitMs: number
  #leftMs: number
  #pauses = 0
  #runningSince: number | null = null
  #cancel = () => {}

  constructor(clock: Clock, limitMs: number, onExpired: () => void) {
    this.#clock = clock
    this.#limitMs = limitMs
    this.#leftMs = limitMs
    this.#onExpired = onExpired
    this.#start()
  }

  /** Begins anew: there was a sign of progress. */
  restart(): void {
    if (this.#leftMs === 0) return
    this.#leftMs = this.#limitMs
    if (this.#runningSince === null) return
    this.#cancel()
    this.#start()
  }

  /** The result of `wait`, whose time does not count. */
  async without<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#pauses += 1
    this.#pause()
    try {
      return await wait()
    } finally {
      this.#pauses -= 1
      if (this.#pauses === 0 && this.#leftMs > 0) this.#start()
    }
  }

  /** Nothing expires any longer. */
  dispose(): void {
    this.#pause()
    this.#leftMs = 0
  }

  #start(): void {
    this.#runningSince = this.#clock.monotonic()
    this.#cancel = this.#clock.after(this.#leftMs, this.#onExpired)
  }

  #pause(): void {
    this.#cancel()
    if (this.#runningSince === null) return
    this.#leftMs = Math.max(1, this.#leftMs - (this.#clock.monotonic() - this.#runningSince))
    this.#runningSince = null
  }
}
