import type { ErrorData } from '../../../shared/errors'
import { ParleyError } from '../../../shared/errors'

/** A message to the thread that runs the jobs. */
export type JobRequest =
  | { type: 'run'; id: number; name: string; input: unknown }
  | { type: 'cancel'; id: number }
  | { type: 'answer'; id: number; questionId: number; answer: JobAnswerMessage }
  /** Aborts every job, closes what is open, and lets the thread end. */
  | { type: 'end' }

/** The answer to a job's question. */
export type JobAnswerMessage = { ok: true; value: unknown } | { ok: false; error: JobFailure }

/**
 * A message from the thread: `ready` once; then, for each job, any number of reports and questions and one of the
 * others.
 */
export type JobReply =
  | { type: 'ready' }
  | { type: 'report'; id: number; report: unknown }
  | { type: 'question'; id: number; questionId: number; question: unknown }
  | { type: 'done'; id: number; output: unknown }
  | { type: 'failed'; id: number; error: JobFailure }

/** An error as it crosses threads: a coded one as its data, any other with its stack trace. */
export type JobFailure = { kind: 'coded'; data: ErrorData } | { kind: 'bug'; error: Error }

/** An error as a message for another thread. */
export function toFailure(error: unknown): JobFailure {
  if (error instanceof ParleyError) {
    const { code, message, data } = error
    return { kind: 'coded', data: { code, message, ...(data === undefined ? {} : { data }) } }
  }
  return { kind: 'bug', error: error instanceof Error ? error : new Error(String(error)) }
}

/** The error of a job that failed in a thread, for the caller in this one. */
export function fromFailure(failure: JobFailure): Error {
  return failure.kind === 'coded' ? ParleyError.fromData(failure.data) : failure.error
}
