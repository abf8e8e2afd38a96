import type { Message, Receipt } from '../../../shared/sessions/messages'
import type { RunId } from '../../../shared/ids'
import type { RunEventBody } from '../../../shared/runs/events'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import { mergeDeltas } from './merge-deltas'

/** What the recorder needs of the store. */
export interface RunStore {
  /** Appends to the journal of an open run; false, and nothing written, once the run is closed. */
  appendJournal(runId: RunId, events: readonly RunEventBody[]): boolean
  /** Inserts the message, closes the run and drops its journal, in one transaction. A second time is a fault. */
  settleRun(runId: RunId, message: Message): void
  attachReceipt(messageId: Message['id'], receipt: Receipt): void
}

/**
 * How often the partial is journalled. A killed process may lose at most 250 ms of an answer; the rest of that
 * is for a busy machine, on which the timer fires late.
 */
const journalIntervalMs = 100

/** Writes one run down: a journal while it streams, then the message, exactly once. */
export class RunRecorder {
  readonly #runId: RunId
  readonly #store: RunStore
  readonly #clock: Clock
  readonly #errors: ErrorSink
  #pending: RunEventBody[] = []
  #cancelTimer: (() => void) | null = null
  #isSettled = false
  #isRefused = false

  constructor(runId: RunId, deps: { store: RunStore; clock: Clock; errors: ErrorSink }) {
    this.#runId = runId
    this.#store = deps.store
    this.#clock = deps.clock
    this.#errors = deps.errors
  }

  /** Takes note of an event; it is in the journal within 250 ms. */
  record(event: RunEventBody): void {
    if (this.#isSettled) return
    const last = this.#pending.at(-1)
    const merged = last === undefined ? null : mergeDeltas(last, event)
    if (merged === null) this.#pending.push(event)
    else this.#pending[this.#pending.length - 1] = merged
    this.#cancelTimer ??= this.#clock.after(journalIntervalMs, () => this.#writeJournal())
  }

  /** Saves the answer. Afterwards the journal is gone and nothing more is written. @throws STORE_FULL, STORE_DAMAGED */
  settle(message: Message): void {
    this.#isSettled = true
    this.#cancelTimer?.()
    this.#store.settleRun(this.#runId, message)
  }

  /** Adds the receipt to the saved answer. */
  attachReceipt(messageId: Message['id'], receipt: Receipt): void {
    this.#store.attachReceipt(messageId, receipt)
  }

  #writeJournal(): void {
    this.#cancelTimer = null
    try {
      this.#store.appendJournal(this.#runId, this.#pending)
      this.#pending = []
      this.#isRefused = false
    } catch (error) {
      // The answer goes on in memory, and the next interval tries again with everything since.
      if (!this.#isRefused) this.#errors.warning('journal', error)
      this.#isRefused = true
      this.#cancelTimer = this.#clock.after(journalIntervalMs, () => this.#writeJournal())
    }
  }
}
