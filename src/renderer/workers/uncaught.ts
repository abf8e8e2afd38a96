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

/**
 * Calls `onError` for every uncaught error in `worker`, and for a worker that could not be loaded, unless `page` is being
 * left. Call it right after creating the worker, whose module calls `reportUncaughtErrors`.
 */
export function watchWorker(
  worker: Worker,
  onError: (error: Error) => void,
  page: EventTarget = window,
): void {
  // Browsers cancel the loading of a page's workers before they destroy the page.
  let isLeaving = false
  page.addEventListener('pagehide', () => (isLeaving = true))
  page.addEventListener('pageshow', () => (isLeaving = false))
  worker.addEventListener('message', (event) => {
    if (!isUncaughtInWorker(event.data)) return
    event.stopImmediatePropagation()
    const { name, message, stack } = event.data.parleyUncaught
    onError(Object.assign(new Error(message), { name, stack }))
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    if (!isLeaving) onError(new Error(event.message || 'a worker could not be loaded'))
  })
}
