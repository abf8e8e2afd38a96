/** What a worker tells its window of an error that nothing in it caught. */
export interface UncaughtInWorker {
  parleyUncaught: { name: string; message: string; stack: string }
}

/** To be called first in every worker's module: what nothing catches there is told to the window, with its trace. */
export function tellUncaughtErrors(): void {
  addEventListener('error', (event) => {
    // Told here in full; the browser's own message to the window would have no trace.
    event.preventDefault()
    tell(event.error ?? event.message)
  })
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    tell(event.reason)
  })
}

function tell(error: unknown): void {
  const known = error instanceof Error ? error : new Error(String(error))
  const uncaught: UncaughtInWorker = {
    parleyUncaught: { name: known.name, message: known.message, stack: known.stack ?? '' },
  }
  postMessage(uncaught)
}

/** Whether a worker's message is such a report and not its answer. */
export function isUncaughtInWorker(data: unknown): data is UncaughtInWorker {
  return typeof data === 'object' && data !== null && 'parleyUncaught' in data
}
