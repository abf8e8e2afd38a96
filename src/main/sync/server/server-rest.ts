import type { Clock } from '../../base/clock'

const firstMs = 30_000
const mostMs = 15 * 60_000
/** A server that asks for more is asked earlier. */
const mostAskedMs = 60 * 60_000

/** The time for which a server is left alone that cannot be used: twice as long each time. */
export class ServerRest {
  readonly #clock: Clock
  #lastMs = 0
  #until = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isOver(): boolean {
    return this.#clock.monotonic() >= this.#until
  }

  /** Begins a rest, for at least as long as the server asked, and returns its length in milliseconds. */
  begin(askedMs: number | null): number {
    this.#lastMs = Math.min(mostMs, Math.max(firstMs, 2 * this.#lastMs))
    const restMs = Math.max(this.#lastMs, Math.min(askedMs ?? 0, mostAskedMs))
    this.#until = this.#clock.monotonic() + restMs
    return restMs
  }

  /** The server can be used. */
  end(): void {
    this.#lastMs = 0
    this.#until = Number.NEGATIVE_INFINITY
  }
}
