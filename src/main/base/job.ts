/** What a job has besides its input. */
export interface JobContext<Report> {
  /** Aborts when the one who asked does not want the answer any more. */
  readonly signal: AbortSignal
  /** Tells the one who asked how far it is. */
  report(report: Report): void
}

/** Work that may take long, done away from the thread that serves windows. Everything it is given and gives is data. */
export type Job<Input = never, Output = unknown, Report = never> = (
  input: Input,
  context: JobContext<Report>,
) => Output | Promise<Output>

/** Jobs by name. */
export type Jobs = Record<string, Job>

export type JobInput<Kind> = Kind extends Job<infer Input> ? Input : never
export type JobOutput<Kind> = Kind extends (...args: never[]) => infer Output ? Awaited<Output> : never
export type JobReport<Kind> = Kind extends (input: never, context: JobContext<infer Report>) => unknown
  ? Report
  : never

/** How a job is asked for. */
export interface JobOptions<Report> {
  signal?: AbortSignal
  onReport?: (report: Report) => void
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
    options?: JobOptions<JobReport<All[Name]>>,
  ): Promise<JobOutput<All[Name]>>
}
