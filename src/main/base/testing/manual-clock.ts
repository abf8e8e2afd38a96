import type { Clock } from '../clock'

/** A clock that stands still until the test moves it. */
export interface ManualClock extends Clock {
  /** Moves time on by `ms` and fires what falls due on the way, in order of time and then of setting. */
  advance(ms: number): void
  /** Timers that are set and have neither fired nor been taken back. */
  readonly pendingTimers: number
}

interface Timer {
  dueAtMs: number
  callback: () => void
}

/** Makes a clock whose wall time begins at `startMs`, and whose monotonic time begins at 0. */
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
