import type { LateEvent } from '../../../shared/runs/events'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'

/** The pause between two writes, and before a write that the disk refused is repeated. */
const writeIntervalMs = 250
const againMs = 5_000

/** Adds to a stored answer what arrives after its end. */
export class LateWriter {
  readonly #deps
  #pending: LateEvent[] = []
  #isWaiting = false

  /** `whenSaved` resolves when the answer is stored. `add` returns false if the answer no longer exists. */
  constructor(deps: {
    whenSaved: () => Promise<unknown>
    add: (events: readonly LateEvent[]) => boolean
    onAdded: () => void
    clock: Clock
    errors: ErrorSink
  }) {
    this.#deps = deps
  }

  /** Stores the event at once, or 250 ms after the last write. */
  push(event: LateEvent): void {
    this.#pending.push(event)
    if (this.#isWaiting) return
    this.#isWaiting = true
    void this.#deps.whenSaved().then(() => this.#write())
  }

  #write(): void {
    const { add, onAdded, clock, errors } = this.#deps
    const events = this.#pending
    this.#pending = []
    this.#isWaiting = events.length > 0
    if (!this.#isWaiting) return
    let isAdded: boolean
    try {
      isAdded = add(events)
    } catch (error) {
      errors.warning('store', error)
      this.#pending = events.concat(this.#pending)
      clock.after(againMs, () => this.#write())
      return
    }
    this.#isWaiting = isAdded
    if (!isAdded) return
    clock.after(writeIntervalMs, () => this.#write())
    onAdded()
  }
}
