import { watchWorker } from './uncaught'

/** Starts a worker that fails as requested, to test that its error reaches health. */
export function startFaultyWorker(
  order: { afterMs: number; as: 'throw' | 'reject' },
  onError: (error: Error) => void,
): void {
  const worker = new Worker(new URL('./faulty-worker.ts', import.meta.url), { type: 'module' })
  watchWorker(worker, onError)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(order)
}
