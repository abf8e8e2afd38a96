import module from 'node:module'
import { dirname } from 'node:path'
import { type ResourceLimits, Worker, type WorkerOptions } from 'node:worker_threads'

import { failure } from '../../../shared/failures/failure'
import { assertNever, invariant } from '../../../shared/invariant'
import type { Clock } from '../clock'
import {
  fromFailure,
  type JobAnswerMessage,
  type JobInput,
  type JobOptions,
  type JobOutput,
  type JobQuestion,
  type JobReply,
  type JobReport,
  type JobRequest,
  type JobRunner,
  type Jobs,
  toFailure,
} from './job'

/** The members of `Worker` that serving jobs requires. */
export interface JobThread extends Pick<Worker, 'postMessage' | 'ref' | 'terminate' | 'unref'> {
  on(event: 'message', listener: (reply: JobReply) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
}

/** The program that a thread runs. */
export interface WorkerProgram {
  file: string
  /** Replaces the start of a new thread. */
  start?: (file: string, options: WorkerOptions) => JobThread
}

/** The time that a thread may take to end before it is terminated. */
const endTimeoutMs = 3_000
/** Nothing ends a thread that waits for a disk that does not answer, so after this time it is not waited for. */
const giveUpMs = 10_000

/** Jobs read large files, and V8 would otherwise let garbage grow to several times this before it collects any. */
const defaultLimits: ResourceLimits = { maxYoungGenerationSizeMb: 12 }

interface RunningWorker {
  worker: JobThread
  /** Resolves when its program is loaded. Terminating a thread while it loads native code crashes the process. */
  ready: Promise<void>
  exited: Promise<void>
}

interface PendingJob {
  resolve(output: unknown): void
  reject(error: unknown): void
  onReport(report: unknown): void
  answer(question: unknown): Promise<unknown>
}

/**
 * A worker thread for long jobs. It starts on first use, and again after it died, which fails its jobs. Several jobs
 * may run at once, but one that computes blocks the others.
 */
export class WorkerThread<All extends Jobs> implements JobRunner<All> {
  readonly #program: WorkerProgram
  readonly #clock: Clock
  readonly #resourceLimits: ResourceLimits
  readonly #pending = new Map<number, PendingJob>()
  #running: RunningWorker | null = null
  #lastId = 0
  #closing: Promise<void> | null = null

  constructor(program: WorkerProgram, deps: { clock: Clock; resourceLimits?: ResourceLimits }) {
    this.#program = program
    this.#clock = deps.clock
    this.#resourceLimits = { ...defaultLimits, ...deps.resourceLimits }
  }

  run<Name extends keyof All & string>(
    name: Name,
    input: JobInput<All[Name]>,
    options: JobOptions<All[Name]> = {},
  ): Promise<JobOutput<All[Name]>> {
    const { signal, timeoutMs } = options
    if (this.#closing !== null) return Promise.reject(failure('CANCELLED', 'quitting'))
    if (signal?.aborted === true) return Promise.reject(abortReason(signal))
    const running = (this.#running ??= this.#start())
    const { worker } = running
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#pending.set(id, {
      resolve,
      reject,
      onReport: (report) => options.onReport?.(report as JobReport<All[Name]>),
      async answer(question) {
        invariant(options.onQuestion !== undefined, `the job ${name} has an onQuestion callback`)
        return options.onQuestion(question as JobQuestion<All[Name]>)
      },
    })
    const onAbort = () => {
      this.#pending.delete(id)
      send(worker, { type: 'cancel', id })
      reject(abortReason(signal))
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    const cancelTimer =
      timeoutMs === undefined ? null : this.#clock.after(timeoutMs, () => this.#giveUp(running, id, name))
    send(worker, { type: 'run', id, name, input })
    return promise.finally(() => {
      signal?.removeEventListener('abort', onAbort)
      cancelTimer?.()
    }) as Promise<JobOutput<All[Name]>>
  }

  /**
   * Asks the thread to close what it has open and to end; its jobs fail with CANCELLED at once. Resolves when the
   * thread is gone, usually after 3 s at most.
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  /** Terminates the thread with its jobs, also one that computes. Later jobs get a new thread. */
  async kill(): Promise<void> {
    const running = this.#running
    this.#fail(failure('CANCELLED', 'work'))
    if (running !== null) await endByForce(running)
  }

  async #close(): Promise<void> {
    const running = this.#running
    this.#fail(failure('CANCELLED', 'quitting'))
    if (running === null) return
    // Keeps a process with nothing else to do from exiting while a caller waits.
    running.worker.ref()
    send(running.worker, { type: 'end' })
    const givenUp = Promise.withResolvers<void>()
    const cancelTimers = [
      this.#clock.after(endTimeoutMs, () => void endByForce(running)),
      this.#clock.after(giveUpMs, () => givenUp.resolve()),
    ]
    await Promise.race([running.exited, givenUp.promise])
    for (const cancel of cancelTimers) cancel()
    running.worker.unref()
  }

  #start(): RunningWorker {
    const { file, start = startThread } = this.#program
    const worker = start(file, { resourceLimits: this.#resourceLimits, env: threadEnvironment() })
    // An idle thread must not keep the app from exiting.
    worker.unref()
    const ready = Promise.withResolvers<void>()
    const exited = Promise.withResolvers<void>()
    worker.on('message', (reply) => {
      if (reply.type === 'ready') ready.resolve()
      else this.#receive(worker, reply)
    })
    worker.on('error', (error) => this.#ended(worker, error))
    worker.on('exit', (code) => {
      ready.resolve()
      exited.resolve()
      this.#ended(worker, new Error(`the worker thread exited with code ${code}`))
    })
    return { worker, ready: ready.promise, exited: exited.promise }
  }

  #receive(worker: JobThread, reply: Exclude<JobReply, { type: 'ready' }>): void {
    const job = this.#pending.get(reply.id)
    // The caller has given up.
    if (job === undefined) return
    switch (reply.type) {
      case 'report':
        job.onReport(reply.report)
        return
      case 'question':
        void this.#answer(worker, job, reply)
        return
      case 'done':
        this.#pending.delete(reply.id)
        job.resolve(reply.output)
        return
      case 'failed':
        this.#pending.delete(reply.id)
        job.reject(fromFailure(reply.error))
        return
      default:
        assertNever(reply)
    }
  }

  async #answer(
    worker: JobThread,
    job: PendingJob,
    { id, questionId, question }: Extract<JobReply, { type: 'question' }>,
  ): Promise<void> {
    let answer: JobAnswerMessage
    try {
      answer = { ok: true, value: await job.answer(question) }
    } catch (error) {
      answer = { ok: false, error: toFailure(error) }
    }
    send(worker, { type: 'answer', id, questionId, answer })
  }

  /** A busy thread handles no messages, so it is terminated with all its jobs. */
  #giveUp(running: RunningWorker, id: number, name: string): void {
    this.#pending.get(id)?.reject(failure('TIMEOUT', 'work', { job: name }))
    this.#pending.delete(id)
    this.#ended(running.worker, failure('TIMEOUT', 'work-beside'))
    void endByForce(running)
  }

  #ended(worker: JobThread, error: Error): void {
    if (this.#running?.worker !== worker) return
    this.#fail(error)
  }

  #fail(error: Error): void {
    this.#running = null
    for (const job of this.#pending.values()) job.reject(error)
    this.#pending.clear()
  }
}

/** Returns an environment with this process's compile cache, which threads inherit only through the environment. */
function threadEnvironment(): NodeJS.ProcessEnv {
  const folder = module.getCompileCacheDir?.()
  // The folder of this version of Node in the one that was asked for.
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) }
}

function startThread(file: string, options: WorkerOptions): JobThread {
  return new Worker(file, options)
}

async function endByForce({ worker, ready }: RunningWorker): Promise<void> {
  await ready
  await worker.terminate()
}

function send(worker: JobThread, request: JobRequest): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
  worker.postMessage(request)
}

function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : failure('CANCELLED', 'work')
}
