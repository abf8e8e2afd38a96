import { isUncaughtInWorker } from './uncaught'

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
