/** What a job has besides its input. */
export interface JobContext<Report, Question = never, Answer = never> {
  /** Aborts when the one who asked does not want the answer any more. */
  readonly signal: AbortSignal
  /** Tells the one who asked how far it is. */
  report(report: Report): void
  /**
   * Asks the one who asked for the job, and waits for the answer.
   * @throws what the other end throws, or the signal's reason when it aborts first
   */
  ask(question: Question): Promise<Answer>
}

/**
 * Work that may take long, by name, done away from the thread that serves windows. Everything it is given and gives is
 * data; what it reports, asks and is answered is known to each job alone.
 */
export type Jobs = Record<string, (input: never, context: JobContext<never>) => unknown>

export type JobInput<Kind> = Kind extends (input: infer Input, ...rest: never[]) => unknown ? Input : never
export type JobOutput<Kind> = Kind extends (...args: never[]) => infer Output ? Awaited<Output> : never
type ContextOf<Kind> = Kind extends (input: never, context: infer Context) => unknown ? Context : never
export type JobReport<Kind> = ContextOf<Kind> extends { report(report: infer Report): void } ? Report : never
export type JobQuestion<Kind> =
  ContextOf<Kind> extends { ask(question: infer Question): unknown } ? Question : never
export type JobAnswer<Kind> =
  ContextOf<Kind> extends { ask(question: never): Promise<infer Answer> } ? Answer : never

/** How a job is asked for. */
export interface JobOptions<Kind> {
  signal?: AbortSignal
  onReport?: (report: JobReport<Kind>) => void
  /** Answers what the job asks; without it every question fails. */
  onQuestion?: (question: JobQuestion<Kind>) => JobAnswer<Kind> | Promise<JobAnswer<Kind>>
  /** The job is given up, by force, when it takes longer. */
  timeoutMs?: number
}

/** Runs the jobs of one collection, wherever that is. */
export interface JobRunner<All extends Jobs> {
  /**
   * @throws whatever the job throws: a ParleyError as it is, anything else as an Error with the job's own trace
   * @throws the signal's reason when it aborts first
   * @throws TIMEOUT
   */
  run<Name extends keyof All & string>(
    name: Name,
    input: JobInput<All[Name]>,
    options?: JobOptions<All[Name]>,
  ): Promise<JobOutput<All[Name]>>
}
