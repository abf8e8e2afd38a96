import type { ErrorData } from '../../../shared/errors'
import { ParleyError } from '../../../shared/errors'

/** What goes to the thread that does the jobs. */
export type JobRequest =
  | { type: 'run'; id: number; name: string; input: unknown }
  | { type: 'cancel'; id: number }
  | { type: 'answer'; id: number; questionId: number; answer: JobAnswerMessage }
  /** Every job is given up, what is kept open is closed, and the thread ends by itself. */
  | { type: 'end' }

/** What is said to a question of a job. */
export type JobAnswerMessage = { ok: true; value: unknown } | { ok: false; error: JobFailure }

/** What comes back: `ready` once; then, of each job, any number of reports and questions and one of the others. */
export type JobReply =
  | { type: 'ready' }
  | { type: 'report'; id: number; report: unknown }
  | { type: 'question'; id: number; questionId: number; question: unknown }
  | { type: 'done'; id: number; output: unknown }
  | { type: 'failed'; id: number; error: JobFailure }

/** An error as it crosses between threads: a coded one as its data, any other with its trace. */
export type JobFailure = { kind: 'coded'; data: ErrorData } | { kind: 'bug'; error: Error }

export function toFailure(error: unknown): JobFailure {
  if (error instanceof ParleyError) {
    const { code, message, data } = error
    return { kind: 'coded', data: { code, message, ...(data === undefined ? {} : { data }) } }
  }
  return { kind: 'bug', error: error instanceof Error ? error : new Error(String(error)) }
}

export function fromFailure(failure: JobFailure): Error {
  return failure.kind === 'coded' ? ParleyError.fromData(failure.data) : failure.error
}
