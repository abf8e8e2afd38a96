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

/** The result of `work`, or of `otherwise` as soon as `signal` aborts. Leaves no listener behind. */
export function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  otherwise: () => Result,
): Promise<Result> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, aborted.then(otherwise)]).finally(() =>
    signal.removeEventListener('abort', onAbort),
  )
}

/** Waits until `signal` aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
