import type { Clock } from './clock'
import type { Dispose } from './dispose'

/** A clock whose timers belong to one owner and go with it. */
export interface OwnedClock extends Clock {
  /** Takes every timer back that is set; none is set any more. */
  dispose: Dispose
}

/** Lets what was built on it be left behind in a process that goes on: nothing of it ever fires again. */
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
