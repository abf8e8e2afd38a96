import { watchWorker } from '../../workers/watch-worker'

/** Starts the worker that highlights code. `onError` receives its uncaught errors. */
export function startHighlightWorker(onError: (error: Error) => void): Worker {
  const worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  watchWorker(worker, onError)
  return worker
}
