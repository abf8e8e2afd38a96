import { Worker } from 'node:worker_threads'

import { failure } from '../../../shared/failures/failure'
import { assertNever, invariant } from '../../../shared/invariant'
import type { Clock } from '../clock'
import type { JobInput, JobOptions, JobOutput, JobQuestion, JobReport, JobRunner, Jobs } from './job'
import { fromFailure, type JobAnswerMessage, type JobReply, type JobRequest, toFailure } from './job-messages'

/** The program of a thread. */
export interface WorkerProgram {
  file: string
}

/** How long a thread that was told to end may take. Then it is ended by force, whatever it does. */
const endTimeoutMs = 3_000

interface RunningWorker {
  worker: Worker
  /** Its program is loaded. A thread that is ended by force while it loads native code takes the process with it. */
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
 * A thread of its own for long jobs. It is started when it is first needed, and again after it died; jobs that it had
 * then fail. Several may be under way, but one that computes keeps the others waiting.
 */
export class WorkerThread<All extends Jobs> implements JobRunner<All> {
  readonly #program: WorkerProgram
  readonly #clock: Clock
  readonly #pending = new Map<number, PendingJob>()
  #running: RunningWorker | null = null
  #lastId = 0
  #closing: Promise<void> | null = null

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
      timeoutMs === undefined ? null : this.#clock.after(timeoutMs, () => this.#giveUp(running, id, name))
    send(worker, { type: 'run', id, name, input })
    return promise.finally(() => {
      signal?.removeEventListener('abort', onAbort)
      cancelTimer?.()
    }) as Promise<JobOutput<All[Name]>>
  }

  /**
   * Ends the thread, which is told first and closes what it has open; jobs that are under way fail with CANCELLED at
   * once. Answers when the thread is gone, after 3 s at most.
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    const running = this.#running
    this.#fail(failure('CANCELLED', 'quitting'))
    if (running === null) return
    // Whoever waits for this must not be ended by a process that has nothing else to do.
    running.worker.ref()
    send(running.worker, { type: 'end' })
    const cancelTimer = this.#clock.after(endTimeoutMs, () => void endByForce(running))
    await running.exited
    cancelTimer()
  }

  #start(): RunningWorker {
    const worker = new Worker(this.#program.file)
    // A thread that waits for work must not keep the app from ending.
    worker.unref()
    const ready = Promise.withResolvers<void>()
    const exited = Promise.withResolvers<void>()
    worker.on('message', (reply: JobReply) => {
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

  #receive(worker: Worker, reply: Exclude<JobReply, { type: 'ready' }>): void {
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
  #giveUp(running: RunningWorker, id: number, name: string): void {
    this.#pending.get(id)?.reject(failure('TIMEOUT', 'work', { job: name }))
    this.#pending.delete(id)
    this.#ended(running.worker, failure('TIMEOUT', 'work-beside'))
    void endByForce(running)
  }

  #ended(worker: Worker, error: Error): void {
    if (this.#running?.worker !== worker) return
    this.#fail(error)
  }

  #fail(error: Error): void {
    this.#running = null
    for (const job of this.#pending.values()) job.reject(error)
    this.#pending.clear()
  }
}

async function endByForce({ worker, ready }: RunningWorker): Promise<void> {
  await ready
  await worker.terminate()
}

function send(worker: Worker, request: JobRequest): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
  worker.postMessage(request)
}

function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : failure('CANCELLED', 'work')
}
