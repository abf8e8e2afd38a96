import type { Dispose } from './dispose'

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

/** The clocks of the machine. A timer that is waiting does not keep the process running. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, longestTimerMs))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** A clock whose timers belong to one owner and are cancelled with it. */
interface OwnedClock extends Clock {
  /** Cancels every timer; later ones never fire. */
  dispose: Dispose
}

/** Allows an owner to be discarded in a process that keeps running: none of its timers fires afterwards. */
export function createOwnedClock(clock: Clock): OwnedClock {
  const pending = new Set<Dispose>()
  let isDisposed = false
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after(delayMs, callback) {
      if (isDisposed) return () => {}
      const cancelTimer = clock.after(delayMs, () => {
        pending.delete(cancel)
        callback()
      })
      const cancel = () => {
        pending.delete(cancel)
        cancelTimer()
      }
      pending.add(cancel)
      return cancel
    },
    dispose() {
      isDisposed = true
      for (const cancel of Array.from(pending)) cancel()
    },
  }
}

/** A clock whose time of day can be set wrong. Durations and timers stay correct, as on a real computer. */
export interface SkewedClock extends Clock {
  skew(ms: number): void
}

/** Follows `clock` until it is skewed. */
export function createSkewedClock(clock: Clock): SkewedClock {
  let skewMs = 0
  return {
    now: () => clock.now() + skewMs,
    monotonic: () => clock.monotonic(),
    after: (delayMs, callback) => clock.after(delayMs, callback),
    skew(ms) {
      skewMs += ms
    },
  }
}
