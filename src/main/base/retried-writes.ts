import type { Clock } from './clock'

const tryAgainMs = 5_000

/** Small writes that must not be lost: what the disk refuses is tried again, in order, until it succeeds. */
export class RetriedWrites {
  readonly #clock: Clock
  #waiting: readonly (() => void)[] = []
  #cancelRetry: (() => void) | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Writes now, or as soon as the disk accepts it. */
  add(write: () => void): void {
    this.#waiting = [...this.#waiting, write]
    this.#tryAll()
  }

  /** The last attempt, before the app closes. */
  close(): void {
    this.#tryAll()
    this.#cancelRetry?.()
  }

  #tryAll(): void {
    this.#waiting = this.#waiting.filter((write) => {
      try {
        write()
        return false
      } catch {
        // The store reports that it cannot save.
        return true
      }
    })
    if (this.#waiting.length === 0) return
    this.#cancelRetry ??= this.#clock.after(tryAgainMs, () => {
      this.#cancelRetry = null
      this.#tryAll()
    })
  }
}
