/** One fast step says little about the next. */
const growthPerStep = 1.5

/** How much is parsed in one step: `ms` milliseconds, and a number of characters from `fewest` to `most`. */
export interface PaceLimits {
  /** How long one step may take. */
  ms: number
  /** Characters of the first step, while the code is cold. */
  first: number
  fewest: number
  most: number
}

/**
 * The number of characters that one step reads or draws: few while the code is cold, then as many
 * as fit the time. A large delta is spread over frames instead of blocking one.
 */
export class FramePace {
  readonly #limits: PaceLimits
  #chars: number

  constructor(limits: PaceLimits) {
    this.#limits = limits
    this.#chars = limits.first
  }

  get chars(): number {
    return Math.round(this.#chars)
  }

  /** A step has just taken `chars` more characters; the time is that of `performance.now()`. */
  tookSince({ chars, startedMs }: { chars: number; startedMs: number }): void {
    this.took(chars, performance.now() - startedMs)
  }

  /** A step took `ms` for `chars` more characters. */
  took(chars: number, ms: number): void {
    const { fewest, most } = this.#limits
    // So few take as long as the step itself.
    if (chars < fewest) return
    const fitting = (chars * this.#limits.ms) / Math.max(ms, 0.1)
    this.#chars = Math.min(Math.max(fitting, fewest), this.#chars * growthPerStep, most)
  }
}
