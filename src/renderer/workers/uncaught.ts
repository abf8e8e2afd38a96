/** A worker's report of an uncaught error. */
export interface UncaughtInWorker {
  parleyUncaught: { name: string; message: string; stack: string }
}

/** Call it first in every worker's module: it reports uncaught errors to the window, with their stack traces. */
export function reportUncaughtErrors(): void {
  addEventListener('error', (event) => {
    // Reported here in full; the browser's own message to the window lacks the stack trace.
    event.preventDefault()
    report(event.error ?? event.message)
  })
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    report(event.reason)
  })
}

function report(error: unknown): void {
  const known = error instanceof Error ? error : new Error(String(error))
  const uncaught: UncaughtInWorker = {
    parleyUncaught: { name: known.name, message: known.message, stack: known.stack ?? '' },
  }
  postMessage(uncaught)
}

/** True if a worker's message is such a report, not its answer. */
export function isUncaughtInWorker(data: unknown): data is UncaughtInWorker {
  return typeof data === 'object' && data !== null && 'parleyUncaught' in data
}
