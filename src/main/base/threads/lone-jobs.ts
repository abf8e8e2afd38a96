import { failure } from '../../../shared/failures/failure'
import type { JobInput, JobOptions, JobOutput, JobRunner, Jobs } from './job'
import { threadStartMs } from './serial-thread'

/** A thread that can be ended while it computes. */
interface KillableThread<All extends Jobs> extends JobRunner<All> {
  kill(): Promise<void>
}

/**
 * Runs each job in a thread of its own. The thread is terminated when its job has ended, its time is over or its signal
 * aborts, whatever it does at that moment; the time limit of a job begins when its thread has started.
 */
export class LoneJobs<All extends Jobs> implements JobRunner<All> {
  readonly #open: () => KillableThread<All>
  readonly #starting: keyof All & string
  readonly #maxThreads: number
  readonly #threads = new Set<KillableThread<All>>()
  readonly #waiting: (() => void)[] = []
  /** Threads that work, and those that are about to. */
  #takenCount = 0
  #isClosed = false

  /** `starting` names a job without effect, which a thread does first. */
  constructor(deps: {
    open: () => KillableThread<All>
    starting: keyof All & string
    /** More jobs than this wait for their turn. */
    maxThreads: number
  }) {
    this.#open = deps.open
    this.#starting = deps.starting
    this.#maxThreads = deps.maxThreads
  }

  async run<Name extends keyof All & string>(
    name: Name,
    input: JobInput<All[Name]>,
    options: JobOptions<All[Name]> = {},
  ): Promise<JobOutput<All[Name]>> {
    const { signal } = options
    await this.#turn(signal)
    try {
      signal?.throwIfAborted()
      if (this.#isClosed) throw failure('CANCELLED', 'quitting')
      return await this.#runIn(this.#open(), name, input, options)
    } finally {
      this.#takenCount -= 1
      this.#waiting.shift()?.()
    }
  }

  get threadCount(): number {
    return this.#threads.size
  }

  /** Ends all jobs and refuses later ones. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(Array.from(this.#threads, (thread) => thread.kill()))
  }

  async #runIn<Name extends keyof All & string>(
    thread: KillableThread<All>,
    name: Name,
    input: JobInput<All[Name]>,
    options: JobOptions<All[Name]>,
  ): Promise<JobOutput<All[Name]>> {
    const { signal } = options
    this.#threads.add(thread)
    try {
      const starting: JobOptions<never> = { timeoutMs: threadStartMs }
      if (signal !== undefined) starting.signal = signal
      await thread.run(this.#starting, null as never, starting)
      return await thread.run(name, input, options)
    } finally {
      // The caller does not wait for it: a thread that a disk holds up never ends.
      void thread.kill().finally(() => this.#threads.delete(thread))
    }
  }

  /** Waits until fewer threads work. @throws the reason of `signal` when it aborts first */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#takenCount < this.#maxThreads) {
      this.#takenCount += 1
      return
    }
    const turn = Promise.withResolvers<void>()
    const go = () => {
      this.#takenCount += 1
      turn.resolve()
    }
    const onAbort = () => {
      const index = this.#waiting.indexOf(go)
      if (index === -1) return
      this.#waiting.splice(index, 1)
      turn.reject(signal?.reason)
    }
    this.#waiting.push(go)
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      await turn.promise
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }
}
