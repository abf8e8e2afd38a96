import type { Clock } from '../../base/clock'

/** Knows whether a socket or process still works for a run, and when the last one was gone. */
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
   * The moment the last upstream was gone, on the monotonic clock, waited for at most `timeoutMs`; null when there
   * never was one or it is still there.
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
