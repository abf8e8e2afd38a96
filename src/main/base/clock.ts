/** The source of time for all of main, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Monotonic milliseconds with fractions, for durations. */
  monotonic(): number
  /** Calls `callback` once after `delayMs`; the returned function cancels it. Never keeps the process alive. */
  after(delayMs: number, callback: () => void): () => void
}

/** Node fires a timer with a longer delay immediately. */
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
