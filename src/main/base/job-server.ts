import type { MessagePort } from 'node:worker_threads'

import { ParleyError } from '../../shared/errors'
import { assertNever } from '../../shared/invariant'
import type { JobContext, Jobs } from './job'
import { JobQuestions } from './job-questions'
import { type JobReply, type JobRequest, toFailure } from './job-messages'

/** Does `jobs` for whoever is at the other end of `port`, several at once when they wait for something. */
export function serveJobs(port: MessagePort, jobs: Jobs): void {
  const running = new Map<number, { controller: AbortController; questions: JobQuestions }>()
  const reply = (message: JobReply) => port.postMessage(message)

  async function run(request: Extract<JobRequest, { type: 'run' }>): Promise<void> {
    const { id, name } = request
    const controller = new AbortController()
    const questions = new JobQuestions(controller.signal, (questionId, question) =>
      reply({ type: 'question', id, questionId, question }),
    )
    running.set(id, { controller, questions })
    try {
      const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined
      if (job === undefined) throw new Error(`there is no job ${name}`)
      const context: JobContext<never> = {
        signal: controller.signal,
        report: (report) => reply({ type: 'report', id, report }),
        ask: (question) => questions.ask(question) as Promise<never>,
      }
      // What the other end sends is what its types allow for this name.
      reply({ type: 'done', id, output: await job(request.input as never, context) })
    } catch (error) {
      reply({ type: 'failed', id, error: toFailure(error) })
    } finally {
      running.delete(id)
    }
  }

  port.on('message', (request: JobRequest) => {
    switch (request.type) {
      case 'run':
        void run(request)
        return
      case 'cancel':
        running.get(request.id)?.controller.abort(new ParleyError('CANCELLED', 'This was given up.'))
        return
      case 'answer':
        running.get(request.id)?.questions.answered(request.questionId, request.answer)
        return
      default:
        assertNever(request)
    }
  })
}
