import { isUncaughtInWorker } from './uncaught'

/**
 * Hears of every error that nothing in `worker` caught, and of a worker that could not be loaded. Called right after
 * the worker was made; its module calls `tellUncaughtErrors`.
 */
export function watchWorker(worker: Worker, onError: (error: Error) => void): void {
  worker.addEventListener('message', (event) => {
    if (!isUncaughtInWorker(event.data)) return
    event.stopImmediatePropagation()
    const { name, message, stack } = event.data.parleyUncaught
    onError(Object.assign(new Error(message), { name, stack }))
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    onError(new Error(event.message || 'a worker could not be loaded'))
  })
}
