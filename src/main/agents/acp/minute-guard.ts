import type { Clock } from '../../base/clock'

const minuteMs = 60_000
const maxSessions = 1_000

/** Knows when sessions began or were loaded, for an agent that forgets one that is loaded in that same minute. */
export class MinuteGuard {
  readonly #clock: Clock
  readonly #minutes = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The session begins now, or is loaded. */
  note(sessionId: string): void {
    this.#minutes.delete(sessionId)
    this.#minutes.set(sessionId, this.#minute())
    const [oldest] = this.#minutes.keys()
    if (this.#minutes.size > maxSessions && oldest !== undefined) this.#minutes.delete(oldest)
  }

  /** How long it has to be waited until the session can be loaded, in milliseconds; 0 when it can be now. */
  waitMs(sessionId: string): number {
    if (this.#minutes.get(sessionId) !== this.#minute()) return 0
    return minuteMs - (this.#clock.now() % minuteMs)
  }

  #minute(): number {
    return Math.floor(this.#clock.now() / minuteMs)
  }
}
