import type { Clock } from './clock'

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
