import type { Clock } from './clock'

/** Waits `delayMs`, or until `signal` aborts, whichever comes first. Leaves no timer or listener behind. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const settle = () => {
      cancelTimer()
      signal.removeEventListener('abort', settle)
      resolve()
    }
    const cancelTimer = clock.after(delayMs, settle)
    signal.addEventListener('abort', settle, { once: true })
  })
}

/** Waits until `signal` aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
