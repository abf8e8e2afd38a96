import type { Clock } from '../../base/clock'

/** Tracks the sockets and processes that work for a run, and when the last one closed. */
export class Upstream {
  readonly #clock: Clock
  #openCount = 0
  #closedAt: number | null = null
  #onAllClosed: (() => void) | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  opened(): void {
    this.#openCount += 1
  }

  closed(): void {
    this.#openCount -= 1
    if (this.#openCount > 0) return
    this.#closedAt = this.#clock.monotonic()
    this.#onAllClosed?.()
  }

  /**
   * Resolves to the time at which the last upstream closed, on the monotonic clock. Waits at most `timeoutMs`; null if
   * there was none or it is still open.
   */
  async whenClosed(timeoutMs: number): Promise<number | null> {
    if (this.#openCount > 0 && timeoutMs > 0) {
      await new Promise<void>((resolve) => {
        const cancelTimer = this.#clock.after(timeoutMs, resolve)
        this.#onAllClosed = () => {
          cancelTimer()
          resolve()
        }
      })
    }
    return this.#openCount > 0 ? null : this.#closedAt
  }
}
