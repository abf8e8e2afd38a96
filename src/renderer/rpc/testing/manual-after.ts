import type { After } from '../wire'

/** Timers that fire when the test advances time. */
export function createManualAfter() {
  let nowMs = 0
  const timers = new Set<{ dueAtMs: number; callback: () => void }>()
  const after: After = (delayMs, callback) => {
    const timer = { dueAtMs: nowMs + delayMs, callback }
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }
  return {
    after,
    /** The remaining time of each pending timer. */
    pendingMs: () => [...timers].map(({ dueAtMs }) => dueAtMs - nowMs),
    advance(ms: number) {
      nowMs += ms
      const due = [...timers].filter(({ dueAtMs }) => dueAtMs <= nowMs)
      for (const timer of due.toSorted((left, right) => left.dueAtMs - right.dueAtMs)) {
        if (timers.delete(timer)) timer.callback()
      }
    },
  }
}
