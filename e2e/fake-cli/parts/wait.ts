/** Thrown by a wait whose turn was ended. */
export class Interrupted extends Error {}

/** @throws Interrupted the signal aborted */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    if (signal.aborted) {
      reject(new Interrupted())
      return
    }
    const end = () => {
      clearTimeout(timer)
      reject(new Interrupted())
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}

/** @throws Interrupted always, once the signal aborts */
export function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise<never>((_resolve, reject) => {
    // A listener does not keep a process alive.
    const alive = setInterval(() => undefined, 60_000)
    const end = () => {
      clearInterval(alive)
      reject(new Interrupted())
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
