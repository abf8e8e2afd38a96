/** Time, as everything in main asks for it, so that a test can hold it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that only ever grow, with fractions; for durations. */
  monotonic(): number
  /** Calls `callback` once after `delayMs`; the returned function takes that back. Never keeps the process alive. */
  after(delayMs: number, callback: () => void): () => void
}

/** A timer of the system set for longer than this fires at once. */
const longestTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, longestTimerMs))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
