import { Worker } from 'node:worker_threads'

import { ParleyError } from '../../shared/errors'
import { assertNever, invariant } from '../../shared/invariant'
import type { Clock } from './clock'
import type { JobInput, JobOptions, JobOutput, JobQuestion, JobReport, JobRunner, Jobs } from './job'
import { fromFailure, type JobAnswerMessage, type JobReply, type JobRequest, toFailure } from './job-messages'

/** The program of a thread. */
export interface WorkerProgram {
  file: string
  /** Arguments for Node, such as hooks that a test needs. */
  execArgv?: string[]
}

interface PendingJob {
  resolve(output: unknown): void
  reject(error: unknown): void
  onReport(report: unknown): void
  answer(question: unknown): Promise<unknown>
}

/**
 * A thread of its own for long jobs. It is started when it is first needed, and again after it died; jobs that it had
 * then fail. Several may be under way, but one that computes keeps the others waiting.
 */
export class WorkerThread<All extends Jobs> implements JobRunner<All> {
  readonly #program: WorkerProgram
  readonly #clock: Clock
  readonly #pending = new Map<number, PendingJob>()
  #worker: Worker | null = null
  #lastId = 0
  #isClosed = false

  constructor(program: WorkerProgram, deps: { clock: Clock }) {
    this.#program = program
    this.#clock = deps.clock
  }

  run<Name extends keyof All & string>(
    name: Name,
    input: JobInput<All[Name]>,
    options: JobOptions<All[Name]> = {},
  ): Promise<JobOutput<All[Name]>> {
    const { signal, timeoutMs } = options
    if (this.#isClosed) return Promise.reject(endedError())
    if (signal?.aborted === true) return Promise.reject(abortReason(signal))
    const worker = (this.#worker ??= this.#start())
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#pending.set(id, {
      resolve,
      reject,
      onReport: (report) => options.onReport?.(report as JobReport<All[Name]>),
      async answer(question) {
        invariant(options.onQuestion !== undefined, `nobody answers what the job ${name} asks`)
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
      timeoutMs === undefined ? null : this.#clock.after(timeoutMs, () => this.#giveUp(worker, id, name))
    send(worker, { type: 'run', id, name, input })
    return promise.finally(() => {
      signal?.removeEventListener('abort', onAbort)
      cancelTimer?.()
    }) as Promise<JobOutput<All[Name]>>
  }

  /** Ends the thread; jobs that are under way fail with CANCELLED. */
  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    this.#fail(endedError())
    await worker?.terminate()
  }

  #start(): Worker {
    const { file, execArgv } = this.#program
    const worker = new Worker(file, execArgv === undefined ? {} : { execArgv })
    // A thread that waits for work must not keep the app from ending.
    worker.unref()
    worker.on('message', (reply: JobReply) => this.#receive(worker, reply))
    worker.on('error', (error) => this.#ended(worker, error))
    worker.on('exit', (code) => this.#ended(worker, new Error(`the worker thread ended with ${code}`)))
    return worker
  }

  #receive(worker: Worker, reply: JobReply): void {
    const job = this.#pending.get(reply.id)
    // Nobody waits for it any more.
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
    worker: Worker,
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

  /** A thread that computes hears nothing: it is ended with everything it had. */
  #giveUp(worker: Worker, id: number, name: string): void {
    this.#pending
      .get(id)
      ?.reject(new ParleyError('TIMEOUT', 'This took too long and was given up.', { data: { job: name } }))
    this.#pending.delete(id)
    this.#ended(
      worker,
      new ParleyError('TIMEOUT', 'This was given up with something else that took too long.'),
    )
    void worker.terminate()
  }

  #ended(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#fail(error)
  }

  #fail(error: Error): void {
    this.#worker = null
    for (const job of this.#pending.values()) job.reject(error)
    this.#pending.clear()
  }
}

function send(worker: Worker, request: JobRequest): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
  worker.postMessage(request)
}

function endedError(): ParleyError {
  return new ParleyError('CANCELLED', 'Parley is being ended.')
}

function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new ParleyError('CANCELLED', 'This was given up.')
}
