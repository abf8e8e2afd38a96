import { EventEmitter } from 'node:events'
import { MessageChannel, Worker, type WorkerOptions } from 'node:worker_threads'

import type { JobThread, WorkerProgram } from '../threads/worker-thread'
import { threadProgram } from './thread-program'

/** Threads that nobody uses, by what they were started with. */
const idle = new Map<string, Worker[]>()

/**
 * The program of the store's threads, for which a thread that another test has ended is used again: starting one and
 * loading its modules takes longer than most tests. Nobody else uses the thread at the same time, and one that was
 * terminated or has died is not used again.
 */
export function reusedStoreThreads(): WorkerProgram {
  const { file } = threadProgram('reused-store-worker')
  return { file, start: useThread }
}

function useThread(file: string, options: WorkerOptions): JobThread {
  const key = JSON.stringify([file, options.resourceLimits])
  const worker = idle.get(key)?.pop() ?? new Worker(file, options)
  const events = new EventEmitter()
  const { port1, port2 } = new MessageChannel()
  port1.on('message', (message) => events.emit('message', message))
  port1.unref()
  const onError = (error: unknown) => events.emit('error', error)
  const onExit = (code: number) => events.emit('exit', code)
  let isTerminated = false
  worker.once('message', () => {
    if (isTerminated) return
    // It has closed its end of the channel and everything that it had open.
    worker.off('error', onError).off('exit', onExit)
    idle.set(key, [...(idle.get(key) ?? []), worker])
    onExit(0)
  })
  worker.on('error', onError).on('exit', onExit)
  worker.postMessage(port2, [port2])
  return Object.assign(events, {
    postMessage: (message: unknown) => port1.postMessage(message),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    terminate() {
      isTerminated = true
      return worker.terminate()
    },
  })
}
