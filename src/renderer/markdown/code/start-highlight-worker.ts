import { watchWorker } from '../../workers/watch-worker'

/** Starts the worker that colours code. What nothing in it caught is told to `onError`. */
export function startHighlightWorker(onError: (error: Error) => void): Worker {
  const worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  watchWorker(worker, onError)
  return worker
}
