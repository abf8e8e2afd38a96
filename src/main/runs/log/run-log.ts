import { invariant } from '../../../shared/invariant'
import type { Message } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import {
  mayWait,
  type RunEvent,
  type RunEventBody,
  type RunSnapshot,
  type StreamControlEvent,
} from '../../../shared/runs/events'
import { applyRunEvent, emptySnapshot } from '../../../shared/runs/reduce-run'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'

/** The run up to and including the event `throughSeq`. */
export interface LogSnapshot {
  snapshot: RunSnapshot
  throughSeq: number
}

/**
 * The events of one run. Numbers them, keeps the newest 500 for replay and the older ones as a snapshot, so that a
 * reader that attaches late or falls behind misses nothing. Memory is bounded by the message, not by the events.
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

  /** Numbers the event and notifies the readers. Nothing may follow `run-end`. */
  append(body: RunEventBody): RunEvent {
    invariant(this.#beforeEnd === null, 'no event follows run-end')
    const event: RunEvent = { ...body, seq: this.#lastSeq + 1 }
    // First, because an event that cannot be applied must not leave a gap in the numbers.
    const head = applyRunEvent(this.#head, event)
    if (body.type === 'run-end') this.#beforeEnd = { snapshot: this.#head, throughSeq: this.#lastSeq }
    this.#head = head
    this.#lastSeq = event.seq
    this.#events.push(event)
    if (this.#events.length > this.#capacity) this.#evictOldest()
    this.#appended.fire(!mayWait(event))
    return event
  }

  /** Makes readers take their remaining events now instead of with the next batch. */
  flush(): void {
    this.#appended.fire(true)
  }

  /** The current state of the run. */
  get state(): RunSnapshot {
    return this.#head
  }

  get lastSeq(): number {
    return this.#lastSeq
  }

  get isEnded(): boolean {
    return this.#beforeEnd !== null
  }

  /** The run before the oldest buffered event, where a full replay starts. */
  get evicted(): LogSnapshot {
    return this.#evicted
  }

  /** The current state without `run-end`, which every reader gets as an event. */
  get newest(): LogSnapshot {
    return this.#beforeEnd ?? { snapshot: this.#head, throughSeq: this.#lastSeq }
  }

  /** The events after `seq`, at most `max`; null if the first of them has left the buffer. */
  after(seq: number, max: number): RunEvent[] | null {
    if (seq < this.#evicted.throughSeq) return null
    const from = seq - this.#evicted.throughSeq
    return this.#events.slice(from, from + max)
  }

  /** Calls `listener` after each event. `urgent`: the event cannot wait for the next batch. */
  onAppended(listener: (urgent: boolean) => void): Dispose {
    return this.#appended.on(listener)
  }

  #evictOldest(): void {
    const oldest = this.#events.shift()
    invariant(oldest !== undefined, 'the log holds more than its capacity')
    this.#evicted = { snapshot: applyRunEvent(this.#evicted.snapshot, oldest), throughSeq: oldest.seq }
  }
}

/** Where a reader starts: with a replay of the events after this number, or live from the first event. */
export type ReadFrom = number | 'start'

/** One reader's position in a run's log. If its next event has left the buffer, it gets a snapshot instead. */
export class RunReader {
  readonly #log: RunLog
  readonly #control: StreamControlEvent[] = []
  #seq = 0
  /** The last event of the current replay; `replay-end` follows it. */
  #replayThroughSeq: number | null = null

  constructor(log: RunLog, from: ReadFrom) {
    this.#log = log
    if (from === 'start') return
    const resumesAt = Math.min(from, log.lastSeq)
    this.#replayAfter(resumesAt >= log.evicted.throughSeq ? { throughSeq: resumesAt } : log.evicted)
  }

  /** True once `run-end` has been taken. */
  get isDone(): boolean {
    return this.#log.isEnded && this.#seq === this.#log.lastSeq && this.#replayThroughSeq === null
  }

  take(max: number): (RunEvent | StreamControlEvent)[] {
    const taken: (RunEvent | StreamControlEvent)[] = []
    while (taken.length < max) {
      const control = this.#control.shift()
      if (control !== undefined) {
        taken.push(control)
        continue
      }
      if (this.#replayThroughSeq !== null && this.#seq >= this.#replayThroughSeq) {
        this.#replayThroughSeq = null
        taken.push({ type: 'replay-end' })
        continue
      }
      const room = max - taken.length
      const events = this.#log.after(
        this.#seq,
        Math.min(room, (this.#replayThroughSeq ?? Infinity) - this.#seq),
      )
      if (events === null) {
        this.#replayAfter(this.#log.newest)
        continue
      }
      if (events.length === 0) break
      taken.push(...events)
      this.#seq += events.length
    }
    return taken
  }

  #replayAfter(start: { throughSeq: number; snapshot?: RunSnapshot }): void {
    this.#seq = start.throughSeq
    this.#replayThroughSeq = this.#log.lastSeq
    this.#control.length = 0
    this.#control.push({
      type: 'replay-start',
      count: this.#log.lastSeq - start.throughSeq,
      throughSeq: start.throughSeq,
      ...(start.snapshot === undefined ? {} : { snapshot: start.snapshot }),
    })
  }
}
