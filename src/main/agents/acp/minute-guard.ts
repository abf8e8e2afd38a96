import type { Clock } from '../../base/clock'

const minuteMs = 60_000
const maxSessions = 1_000

/** Tracks when sessions started or were loaded, for an agent that loses a session loaded within the same minute. */
export class MinuteGuard {
  readonly #clock: Clock
  readonly #minutes = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Records that the session starts or is loaded now. */
  note(sessionId: string): void {
    this.#minutes.delete(sessionId)
    this.#minutes.set(sessionId, this.#minute())
    const [oldest] = this.#minutes.keys()
    if (this.#minutes.size > maxSessions && oldest !== undefined) this.#minutes.delete(oldest)
  }

  /** The time until the session can be loaded, in milliseconds; 0 when it can be loaded now. */
  waitMs(sessionId: string): number {
    if (this.#minutes.get(sessionId) !== this.#minute()) return 0
    return minuteMs - (this.#clock.now() % minuteMs)
  }

  #minute(): number {
    return Math.floor(this.#clock.now() / minuteMs)
  }
}
