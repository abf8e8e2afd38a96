import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../clock'
import type { JobRunner, Jobs } from './job'

/** The time that a thread may take to start on a busy machine. */
export const threadStartMs = 60_000

/** A thread that can be closed. */
export interface ClosableThread<All extends Jobs> extends JobRunner<All> {
  close(): Promise<void>
}

/** A thread that does one piece of work at a time and is closed after `idleMs` without work. */
export class SerialThread<All extends Jobs> {
  readonly #open: () => ClosableThread<All>
  readonly #clock: Clock
  readonly #idleMs: number
  /** Settles when the last requested work has ended. */
  #turn: Promise<unknown> = Promise.resolve()
  #thread: ClosableThread<All> | null = null
  #isClosed = false
  #cancelIdle: (() => void) | null = null

  constructor(deps: { open: () => ClosableThread<All>; clock: Clock; idleMs: number }) {
    this.#open = deps.open
    this.#clock = deps.clock
    this.#idleMs = deps.idleMs
  }

  /** Runs `work` after all earlier work. @throws what `work` throws; CANCELLED after `close` */
  use<Result>(work: (thread: JobRunner<All>) => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(() => this.#use(work))
    this.#turn = done.catch(() => {
      // Its caller gets the error; the next work runs regardless.
    })
    return done
  }

  /** Ends the thread and its current work; the next work gets a new thread. */
  async discard(): Promise<void> {
    this.#cancelIdle?.()
    const thread = this.#thread
    this.#thread = null
    await thread?.close()
  }

  /** Ends current work and refuses all later work. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.discard()
  }

  async #use<Result>(work: (thread: JobRunner<All>) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw failure('CANCELLED', 'quitting')
    this.#cancelIdle?.()
    const thread = (this.#thread ??= this.#open())
    try {
      return await work(thread)
    } finally {
      this.#cancelIdle = this.#clock.after(this.#idleMs, () => void this.discard())
    }
  }
}
