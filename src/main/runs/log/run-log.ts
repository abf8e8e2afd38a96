import { invariant } from '../../../shared/invariant'
import type { Message } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/limits'
import type { RunEvent, RunEventBody, RunSnapshot } from '../../../shared/runs/events'
import { mayWait } from '../../../shared/runs/events'
import { applyRunEvent, emptySnapshot } from '../../../shared/runs/reduce-run'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'

/** The whole run up to and including the event `throughSeq`. */
export interface LogSnapshot {
  snapshot: RunSnapshot
  throughSeq: number
}

/**
 * The events of one run: numbers them, keeps the newest 500 for replay and what fell out as a snapshot, so that
 * a reader who comes late or falls behind misses nothing. Memory is bounded by the message, not by the events.
 */
export class RunLog {
  readonly #capacity: number
  readonly #events: RunEvent[] = []
  readonly #appended = new Emitter<boolean>()
  #lastSeq = 0
  #evicted: LogSnapshot
  #head: RunSnapshot
  #beforeEnd: LogSnapshot | null = null

  constructor(message: Message, capacity: number = wireLimits.replayEvents) {
    this.#capacity = capacity
    this.#head = emptySnapshot(message)
    this.#evicted = { snapshot: this.#head, throughSeq: 0 }
  }

  /** Numbers the event and tells the readers. Nothing comes after `run-end`. */
  append(body: RunEventBody): RunEvent {
    invariant(this.#beforeEnd === null, 'a run has one end and nothing after it')
    const event: RunEvent = { ...body, seq: this.#lastSeq + 1 }
    // First of all: an event that cannot be applied must leave no gap in the numbers of those after it.
    const head = applyRunEvent(this.#head, event)
    if (body.type === 'run-end') this.#beforeEnd = { snapshot: this.#head, throughSeq: this.#lastSeq }
    this.#head = head
    this.#lastSeq = event.seq
    this.#events.push(event)
    if (this.#events.length > this.#capacity) this.#evictOldest()
    this.#appended.fire(!mayWait(event))
    return event
  }

  /** The run as it stands. */
  get state(): RunSnapshot {
    return this.#head
  }

  get lastSeq(): number {
    return this.#lastSeq
  }

  get isEnded(): boolean {
    return this.#beforeEnd !== null
  }

  /** The run up to the oldest kept event: where a replay of everything that is kept begins. */
  get evicted(): LogSnapshot {
    return this.#evicted
  }

  /** The run as it stands, but for its `run-end`, which every reader gets as an event. */
  get newest(): LogSnapshot {
    return this.#beforeEnd ?? { snapshot: this.#head, throughSeq: this.#lastSeq }
  }

  /** The events after `seq`, at most `max`; null when the first of them is no longer kept. */
  after(seq: number, max: number): RunEvent[] | null {
    if (seq < this.#evicted.throughSeq) return null
    const from = seq - this.#evicted.throughSeq
    return this.#events.slice(from, from + max)
  }

  /** Calls `listener` after each event; `urgent` when it cannot wait for the next batch. */
  onAppended(listener: (urgent: boolean) => void): Dispose {
    return this.#appended.on(listener)
  }

  #evictOldest(): void {
    const oldest = this.#events.shift()
    invariant(oldest !== undefined, 'the log holds more than its capacity')
    this.#evicted = { snapshot: applyRunEvent(this.#evicted.snapshot, oldest), throughSeq: oldest.seq }
  }
}
