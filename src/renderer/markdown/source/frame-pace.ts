/** How long parsing and drawing may take in one frame; layout and paint take about as long again. */
const frameMs = 10
const charsAtFirst = 2_000
const fewestChars = 1_000
const mostChars = 14_000
/** One fast frame says little about the next. */
const growthPerFrame = 1.5

/**
 * How many more characters of a text one frame draws: few while the code that draws them is cold, then as many as fit
 * the time. A large delta is spread over frames instead of blocking one.
 */
export class FramePace {
  #chars = charsAtFirst

  get chars(): number {
    return Math.round(this.#chars)
  }

  /** The current frame has just drawn what was read; the time is that of `performance.now()`. */
  drewSince({ chars, startedMs }: { chars: number; startedMs: number }): void {
    this.drew(chars, performance.now() - startedMs)
  }

  /** A frame took `ms` to draw `chars` more characters. */
  drew(chars: number, ms: number): void {
    // So few take as long as the frame itself.
    if (chars < fewestChars) return
    const fitting = (chars * frameMs) / Math.max(ms, 0.1)
    this.#chars = Math.min(Math.max(fitting, fewestChars), this.#chars * growthPerFrame, mostChars)
  }
}
