/** Waits `ms`, or until `signal` aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', settle)
      resolve()
    }
    const timer = setTimeout(settle, ms)
    signal.addEventListener('abort', settle, { once: true })
  })
}

/** Resolves when `signal` aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/**
 * Calls `send(index)` for 0 to `count - 1`, at `perSecond` calls per second since the first. Compensates for
 * late timers, so that the rate holds. Ends early when `signal` aborts.
 */
export async function paced(
  count: number,
  perSecond: number,
  signal: AbortSignal,
  send: (index: number) => void,
): Promise<void> {
  const intervalMs = 1000 / perSecond
  const startMs = performance.now()
  for (let index = 0; index < count && !signal.aborted;) {
    const elapsedMs = performance.now() - startMs
    if (elapsedMs < index * intervalMs) {
      await pause(Math.max(1, index * intervalMs - elapsedMs), signal)
      continue
    }
    send(index)
    index += 1
  }
}
