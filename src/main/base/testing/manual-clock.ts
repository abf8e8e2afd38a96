import type { Clock } from '../clock'

/** A clock that only the test advances. */
export interface ManualClock extends Clock {
  /** Advances time by `ms` and fires due timers by time and then by order of creation. */
  advance(ms: number): void
  /** Timers that have neither fired nor been cancelled. */
  readonly pendingTimers: number
}

interface Timer {
  dueAtMs: number
  callback: () => void
}

/** Makes a clock whose wall time starts at `startMs` and whose monotonic time starts at 0. */
export function createManualClock(startMs = 1_800_000_000_000): ManualClock {
  let elapsedMs = 0
  const timers = new Set<Timer>()

  function nextDue(limitMs: number): Timer | null {
    let next: Timer | null = null
    for (const timer of timers) {
      if (timer.dueAtMs <= limitMs && (next === null || timer.dueAtMs < next.dueAtMs)) next = timer
    }
    return next
  }

  return {
    now: () => startMs + elapsedMs,
    monotonic: () => elapsedMs,
    after(delayMs, callback) {
      const timer: Timer = { dueAtMs: elapsedMs + Math.max(0, delayMs), callback }
      timers.add(timer)
      return () => {
        timers.delete(timer)
      }
    },
    advance(ms) {
      const targetMs = elapsedMs + ms
      for (let timer = nextDue(targetMs); timer !== null; timer = nextDue(targetMs)) {
        timers.delete(timer)
        elapsedMs = timer.dueAtMs
        timer.callback()
      }
      elapsedMs = targetMs
    },
    get pendingTimers() {
      return timers.size
    },
  }
}
