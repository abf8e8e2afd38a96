import type { Message, Receipt } from '../../../shared/sessions/messages'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { LateEvent, RunEventBody } from '../../../shared/runs/events'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import { mergeDeltas } from './delta-coalescer'

/** The cost of an answer whose source reported none, as far as it is known. */
export interface SettledCost {
  /** The answer costs nothing. */
  isFree?: boolean | undefined
  /** The provider may charge for it, even if nothing arrived. */
  mayBeCharged?: boolean | undefined
}

/** The part of the store that the recorder needs. */
export interface RunStore {
  /** Appends to the journal of an open run. Returns false and writes nothing if the run is closed. */
  appendJournal(runId: RunId, events: readonly RunEventBody[]): boolean
  /**
   * Inserts the message, closes the run and drops its journal, in one transaction. Must be called once. A message that
   * adds nothing to the one it continues is not inserted. Returns the id of the stored message.
   */
  settleRun(runId: RunId, message: Message, options?: SettledCost): MessageId
  attachReceipt(messageId: Message['id'], receipt: Receipt): void
  /** Adds what came after the end to a stored answer. Returns false if it or its chat no longer exists. */
  addLate(sessionId: SessionId, messageId: MessageId, events: readonly LateEvent[]): boolean
}

/**
 * How often the partial answer is journalled. A killed process may lose at most 250 ms of an answer; the margin is
 * for timers that fire late on a busy machine.
 */
const journalIntervalMs = 100

/** Persists one run: a journal while it streams, then the message, exactly once. */
export class RunRecorder {
  readonly #runId: RunId
  readonly #isFree: boolean | undefined
  readonly #store: Omit<RunStore, 'addLate'>
  readonly #clock: Clock
  readonly #errors: ErrorSink
  #pending: RunEventBody[] = []
  #cancelTimer: (() => void) | null = null
  #isSettled = false
  #isRefused = false

  /** `isFree`: the answer costs nothing, whether or not it is counted. */
  constructor(
    runId: RunId,
    deps: { store: Omit<RunStore, 'addLate'>; clock: Clock; errors: ErrorSink; isFree?: boolean | undefined },
  ) {
    this.#runId = runId
    this.#isFree = deps.isFree
    this.#store = deps.store
    this.#clock = deps.clock
    this.#errors = deps.errors
  }

  /** Records an event. It is in the journal within 250 ms. */
  record(event: RunEventBody): void {
    if (this.#isSettled) return
    const last = this.#pending.at(-1)
    const merged = last === undefined ? null : mergeDeltas(last, event)
    if (merged === null) this.#pending.push(event)
    else this.#pending[this.#pending.length - 1] = merged
    this.#cancelTimer ??= this.#clock.after(journalIntervalMs, () => this.#writeJournal())
  }

  /**
   * Saves the answer and drops the journal. Nothing is written after that. Returns the id of the stored answer: that of
   * the answer it continues if it adds nothing.
   * @throws STORE_FULL, STORE_DAMAGED
   */
  settle(message: Message, mayBeCharged: boolean): MessageId {
    this.#isSettled = true
    this.#cancelTimer?.()
    return this.#store.settleRun(this.#runId, message, { isFree: this.#isFree, mayBeCharged })
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
      // The answer continues in memory. The next interval retries with everything since.
      if (!this.#isRefused) this.#errors.warning('journal', error)
      this.#isRefused = true
      this.#cancelTimer = this.#clock.after(journalIntervalMs, () => this.#writeJournal())
    }
  }
}

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
