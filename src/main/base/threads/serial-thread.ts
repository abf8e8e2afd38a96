import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../clock'
import type { JobRunner, Jobs } from './job'

/** How long a thread may take to be there, on a machine that is busy with everything else. */
export const threadStartMs = 60_000

/** A thread that can be ended. */
export interface ClosableThread<All extends Jobs> extends JobRunner<All> {
  close(): Promise<void>
}

/** A thread that is used for one piece of work after another, and is ended when none has come for `idleMs`. */
export class SerialThread<All extends Jobs> {
  readonly #open: () => ClosableThread<All>
  readonly #clock: Clock
  readonly #idleMs: number
  /** Settles when the last work that was asked for is over. */
  #turn: Promise<unknown> = Promise.resolve()
  #thread: ClosableThread<All> | null = null
  #isClosed = false
  #cancelIdle: (() => void) | null = null

  constructor(deps: { open: () => ClosableThread<All>; clock: Clock; idleMs: number }) {
    this.#open = deps.open
    this.#clock = deps.clock
    this.#idleMs = deps.idleMs
  }

  /** Does `work` once all earlier work is over. @throws what `work` throws; CANCELLED after `close` */
  use<Result>(work: (thread: JobRunner<All>) => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(() => this.#use(work))
    this.#turn = done.catch(() => {
      // Its caller hears it; the next work has its turn all the same.
    })
    return done
  }

  /** Ends the thread with what it does now; the next work gets another one. */
  async discard(): Promise<void> {
    this.#cancelIdle?.()
    const thread = this.#thread
    this.#thread = null
    await thread?.close()
  }

  /** Ends what is under way; all later work is refused. */
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
