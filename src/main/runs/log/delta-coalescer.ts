import { mayWait, type RunEventBody } from '../../../shared/runs/events'
import { mergeDeltas } from './merge-deltas'

/** How many deltas of one turn go on as they came. */
const singleDeltas = 16

/**
 * Puts together what a flood brings: a read of a socket or pipe may hold hundreds of deltas or lines, and each of them would be
 * numbered, kept, sent and shown by itself. The first few of a turn of the event loop go on as they came; the rest of
 * it goes on as one at the turn's end, or before whatever else is said. No text waits longer than its turn.
 */
export class DeltaCoalescer {
  readonly #pass: (event: RunEventBody) => void
  #countOfTurn = 0
  #held: RunEventBody | null = null
  /** What went wrong at the end of a turn, where nobody could be told. */
  #failure: { error: unknown } | null = null

  constructor(pass: (event: RunEventBody) => void) {
    this.#pass = pass
  }

  push(event: RunEventBody): void {
    if (!mayWait(event)) {
      this.flush()
      this.#pass(event)
      return
    }
    if (this.#failure !== null) throw this.#failure.error
    if (this.#countOfTurn === 0) setImmediate(() => this.#endTurn())
    this.#countOfTurn += 1
    if (this.#countOfTurn <= singleDeltas) {
      this.#pass(event)
      return
    }
    const merged = this.#held === null ? event : mergeDeltas(this.#held, event)
    if (merged === null) this.flush()
    this.#held = merged ?? event
  }

  /** Lets go of what is held back. @throws what letting go has thrown, also if that was at the end of a turn */
  flush(): void {
    if (this.#failure !== null) throw this.#failure.error
    const held = this.#held
    this.#held = null
    if (held !== null) this.#pass(held)
  }

  #endTurn(): void {
    this.#countOfTurn = 0
    try {
      this.flush()
    } catch (error) {
      this.#failure = { error }
    }
  }
}
