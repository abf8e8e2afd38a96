import type { Clock } from './clock'
import type { Dispose } from './dispose'

/** A clock whose timers belong to one owner and are cancelled with it. */
export interface OwnedClock extends Clock {
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
