import type { MessagePort } from 'node:worker_threads'

import { failure } from '../../../shared/failures/failure'
import { assertNever } from '../../../shared/invariant'
import {
  fromFailure,
  type JobAnswerMessage,
  type JobContext,
  type JobReply,
  type JobRequest,
  type Jobs,
  toFailure,
} from './job'

/** The unanswered questions of one job. */
class JobQuestions {
  readonly #signal: AbortSignal
  readonly #send: (questionId: number, question: unknown) => void
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #lastId = 0

  /** Once `signal` aborts, pending and later questions fail. */
  constructor(signal: AbortSignal, send: (questionId: number, question: unknown) => void) {
    this.#signal = signal
    this.#send = send
    signal.addEventListener('abort', () => this.#giveUp(), { once: true })
  }

  /** @throws what the other end threw, or the signal's reason */
  async ask(question: unknown): Promise<unknown> {
    this.#signal.throwIfAborted()
    const answer = Promise.withResolvers<unknown>()
    const id = ++this.#lastId
    this.#waiting.set(id, answer)
    try {
      this.#send(id, question)
      return await answer.promise
    } finally {
      this.#waiting.delete(id)
    }
  }

  answered(id: number, answer: JobAnswerMessage): void {
    const waiting = this.#waiting.get(id)
    if (answer.ok) waiting?.resolve(answer.value)
    else waiting?.reject(fromFailure(answer.error))
  }

  #giveUp(): void {
    for (const waiting of this.#waiting.values()) waiting.reject(this.#signal.reason)
  }
}

interface RunningJob {
  controller: AbortController
  questions: JobQuestions
  settled: Promise<void>
}

/**
 * Runs `jobs` for the other end of `port`, concurrently where they wait for something. On an end message it aborts the
 * jobs, calls `closeKept` to close what is kept between jobs, and lets the thread exit.
 */
export function serveJobs(port: MessagePort, jobs: Jobs, closeKept: () => void = () => {}): void {
  const running = new Map<number, RunningJob>()
  const reply = (message: JobReply) => port.postMessage(message)

  function start(request: Extract<JobRequest, { type: 'run' }>): void {
    const { id } = request
    const controller = new AbortController()
    const questions = new JobQuestions(controller.signal, (questionId, question) =>
      reply({ type: 'question', id, questionId, question }),
    )
    const settled = run(request, controller.signal, questions).finally(() => running.delete(id))
    running.set(id, { controller, questions, settled })
  }

  async function run(
    { id, name, input }: Extract<JobRequest, { type: 'run' }>,
    signal: AbortSignal,
    questions: JobQuestions,
  ): Promise<void> {
    try {
      const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined
      if (job === undefined) throw new Error(`unknown job ${name}`)
      const context: JobContext<never> = {
        signal,
        report: (report) => reply({ type: 'report', id, report }),
        ask: (question) => questions.ask(question) as Promise<never>,
      }
      // The types of the other end ensure that the input fits this name.
      reply({ type: 'done', id, output: await job(input as never, context) })
    } catch (error) {
      reply({ type: 'failed', id, error: toFailure(error) })
    }
  }

  async function end(): Promise<void> {
    const jobsNow = [...running.values()]
    for (const { controller } of jobsNow) controller.abort(failure('CANCELLED', 'quitting'))
    await Promise.all(jobsNow.map(({ settled }) => settled))
    closeKept()
    port.close()
  }

  port.on('message', (request: JobRequest) => {
    switch (request.type) {
      case 'run':
        start(request)
        return
      case 'cancel':
        running.get(request.id)?.controller.abort(failure('CANCELLED', 'work'))
        return
      case 'answer':
        running.get(request.id)?.questions.answered(request.questionId, request.answer)
        return
      case 'end':
        void end()
        return
      default:
        assertNever(request)
    }
  })
  reply({ type: 'ready' })
}
