import { type ErrorData, ParleyError } from '../../../shared/errors'

/** The context of a job, besides its input. */
export interface JobContext<Report, Question = never, Answer = never> {
  /** Aborts when the caller no longer wants the result. */
  readonly signal: AbortSignal
  /** Reports progress to the caller. */
  report(report: Report): void
  /**
   * Asks the caller a question and waits for the answer.
   * @throws what the other end throws, or the signal's reason when it aborts first
   */
  ask(question: Question): Promise<Answer>
}

/**
 * Long-running work, by name, done outside the thread that serves windows. Inputs and outputs are plain data; the types
 * of reports, questions and answers differ per job.
 */
export type Jobs = Record<string, (input: never, context: JobContext<never>) => unknown>

/** The input of a kind of job. */
export type JobInput<Kind> = Kind extends (input: infer Input, ...rest: never[]) => unknown ? Input : never
/** The result of a kind of job. */
export type JobOutput<Kind> = Kind extends (...args: never[]) => infer Output ? Awaited<Output> : never
type ContextOf<Kind> = Kind extends (input: never, context: infer Context) => unknown ? Context : never
/** The progress that a job reports while it runs. */
export type JobReport<Kind> = ContextOf<Kind> extends { report(report: infer Report): void } ? Report : never
/** The questions of a job to the thread that runs it. */
export type JobQuestion<Kind> =
  ContextOf<Kind> extends { ask(question: infer Question): unknown } ? Question : never
/** The answer to such a question. */
export type JobAnswer<Kind> =
  ContextOf<Kind> extends { ask(question: never): Promise<infer Answer> } ? Answer : never

/** Options for running a job. */
export interface JobOptions<Kind> {
  signal?: AbortSignal
  onReport?: (report: JobReport<Kind>) => void
  /** Answers the job's questions; without it every question fails. */
  onQuestion?: (question: JobQuestion<Kind>) => JobAnswer<Kind> | Promise<JobAnswer<Kind>>
  /** Terminates the job by force after this time. */
  timeoutMs?: number
}

/** Runs the jobs of one collection, in whatever thread. */
export interface JobRunner<All extends Jobs> {
  /**
   * @throws whatever the job throws: a ParleyError unchanged, anything else as an Error with the job's own stack trace
   * @throws the signal's reason when it aborts first
   * @throws TIMEOUT
   */
  run<Name extends keyof All & string>(
    name: Name,
    input: JobInput<All[Name]>,
    options?: JobOptions<All[Name]>,
  ): Promise<JobOutput<All[Name]>>
}

/** A job whose module is loaded when it first runs, so that a thread loads only what it needs. */
export function loadedOnDemand<Args extends unknown[], Output>(
  load: () => Promise<(...args: Args) => Output | Promise<Output>>,
): (...args: Args) => Promise<Output> {
  return async (...args) => (await load())(...args)
}

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
type JobFailure = { kind: 'coded'; data: ErrorData } | { kind: 'bug'; error: Error }

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
