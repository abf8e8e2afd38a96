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
import { applyRunEvent, emptySnapshot, keptOutputChars } from '../../../shared/runs/reduce-run'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'
import type { Clock } from '../../base/clock'

type Output = Extract<RunEventBody, { type: 'tool-output' }>
type Mergeable = Extract<RunEventBody, { type: 'text-delta' | 'reasoning-delta' }> | Output

/** Joins two events; null if the second does not continue the first. */
export function mergeDeltas(first: RunEventBody, second: RunEventBody): Mergeable | null {
  if (first.type === 'tool-output' && second.type === 'tool-output') return mergeOutput(first, second)
  if (first.type === 'text-delta' && second.type === 'text-delta') {
    // Another statement of a merged answer begins.
    if (second.statement !== undefined) return null
    return { ...first, ...second, text: first.text + second.text }
  }
  if (first.type === 'reasoning-delta' && second.type === 'reasoning-delta') {
    // Complete reasoning is not extended.
    if (first.providerData !== undefined) return null
    return { ...first, ...second, text: first.text + second.text }
  }
  return null
}

/** Joins the output of one call. Keeps one character more than is stored, so that the output counts as cut. */
function mergeOutput(first: Output, second: Output): Output | null {
  if (first.toolCallId !== second.toolCallId) return null
  const text = first.text + second.text
  return { ...first, text: text.length > 2 * keptOutputChars ? text.slice(-(keptOutputChars + 1)) : text }
}

/** Deltas of one event-loop turn that pass unchanged. */
const singleDeltas = 16
/** The output of one tool call that passes at full speed: more than its message keeps. */
const fullSpeedChars = 1_000_000
/** After that, only the newest characters pass, once per interval. */
const tailChars = 32_000
const tailIntervalMs = 1_000

type Delta = Extract<RunEventBody, { type: 'text-delta' | 'reasoning-delta' | 'tool-output' }>

/** Deltas that may be joined: those of the model, or the output of one tool call. */
interface Lane {
  /** Characters that still pass at full speed. */
  charsLeft: number
  held: Delta | null
  /** Dropped before what is held. */
  droppedChars: number
  /** Set while the lane waits for its interval instead of the end of the turn. */
  cancelTimer: (() => void) | null
}

/**
 * Coalesces deltas before they are numbered, kept and sent. One read of a socket or pipe may hold hundreds of them:
 * the first few of an event-loop turn pass unchanged, the rest as one event at the end of the turn or before any other
 * event. A command that prints endlessly passes only its newest output, once per second, so that it cannot fill memory
 * and disk.
 */
export class DeltaCoalescer {
  readonly #clock: Clock
  readonly #pass: (event: RunEventBody) => void
  /** By tool call; the model's own under null. */
  readonly #lanes = new Map<string | null, Lane>()
  /** The lanes that hold something until the end of the turn, oldest first. */
  readonly #dueThisTurn = new Set<Lane>()
  #countOfTurn = 0
  /** An error of `pass` that no caller was there to receive. */
  #failure: { error: unknown } | null = null

  constructor(deps: { clock: Clock; pass: (event: RunEventBody) => void }) {
    this.#clock = deps.clock
    this.#pass = deps.pass
  }

  /** @throws what `pass` threw, also earlier in a callback */
  push(event: RunEventBody): void {
    this.#throwFailure()
    if (!mayWait(event)) {
      this.#releaseTurn()
      if (event.type === 'tool-result') this.#closeLane(event.toolCallId)
      this.#pass(event)
      return
    }
    const lane = this.#laneOf(event)
    if (lane.charsLeft <= 0) {
      this.#holdTail(lane, event)
      return
    }
    lane.charsLeft -= event.text.length
    if (this.#countOfTurn === 0) setImmediate(() => this.#endTurn())
    this.#countOfTurn += 1
    if (this.#countOfTurn <= singleDeltas) this.#pass(event)
    else this.#hold(lane, event)
  }

  /** Passes everything that is held. @throws what `pass` threw, also earlier in a callback */
  close(): void {
    this.#throwFailure()
    for (const lane of this.#lanes.values()) this.#release(lane)
    this.#lanes.clear()
  }

  /** Drops everything that is held. */
  dispose(): void {
    for (const lane of this.#lanes.values()) lane.cancelTimer?.()
    this.#lanes.clear()
    this.#dueThisTurn.clear()
  }

  #laneOf(event: Delta): Lane {
    const toolCallId = event.type === 'tool-output' ? event.toolCallId : null
    const lane = this.#lanes.get(toolCallId) ?? {
      charsLeft: toolCallId === null ? Infinity : fullSpeedChars,
      held: null,
      droppedChars: 0,
      cancelTimer: null,
    }
    this.#lanes.set(toolCallId, lane)
    return lane
  }

  #closeLane(toolCallId: string): void {
    const lane = this.#lanes.get(toolCallId)
    if (lane === undefined) return
    this.#release(lane)
    this.#lanes.delete(toolCallId)
  }

  #hold(lane: Lane, event: Delta): void {
    const merged = lane.held === null ? event : mergeDeltas(lane.held, event)
    if (merged === null) this.#release(lane)
    lane.held = merged ?? event
    this.#dueThisTurn.add(lane)
  }

  #holdTail(lane: Lane, event: Delta): void {
    if (lane.cancelTimer === null) {
      // What it holds now is due at the end of the turn, and complete.
      this.#release(lane)
      lane.cancelTimer = this.#clock.after(tailIntervalMs, () => this.#guarded(() => this.#release(lane)))
    }
    const text = (lane.held?.text ?? '') + event.text
    const tail = text.slice(-tailChars)
    lane.droppedChars += text.length - tail.length
    lane.held = { ...event, text: tail }
  }

  #release(lane: Lane): void {
    const { held, droppedChars } = lane
    lane.cancelTimer?.()
    lane.cancelTimer = null
    lane.held = null
    lane.droppedChars = 0
    this.#dueThisTurn.delete(lane)
    if (held === null) return
    this.#pass(droppedChars === 0 ? held : { ...held, text: `\n[… ${droppedChars} …]\n${held.text}` })
  }

  #releaseTurn(): void {
    for (const lane of this.#dueThisTurn) this.#release(lane)
  }

  #endTurn(): void {
    this.#countOfTurn = 0
    this.#guarded(() => this.#releaseTurn())
  }

  #guarded(release: () => void): void {
    try {
      release()
    } catch (error) {
      this.#failure ??= { error }
    }
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error
  }
}

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
