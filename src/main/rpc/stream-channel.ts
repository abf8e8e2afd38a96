import { ParleyError } from '../../shared/errors'
import { toErrorData } from '../../shared/failures/failure'
import { invariant } from '../../shared/invariant'
import type { ServerFrame, StreamEnd } from '../../shared/rpc/frames'
import { wireLimits } from '../../shared/rpc/definitions/limits'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import type { CloseCause, EventSource } from '../streams/event-source'
import { refusalOf } from './refusal'
import { StopSignal } from '../run-source/stop-signal'

/** A channel's view of its connection. */
export interface ChannelContext {
  clock: Clock
  send(frame: ServerFrame): void
  /** Called once, after the `end` frame: the stream's id is free. */
  onEnded(): void
  /** Called with anything but a ParleyError thrown by the source: a bug. */
  onBug(error: unknown): void
}

type PumpSchedule = 'none' | 'timer' | 'this-turn'

/**
 * Carries one source's events to one peer: never more than the peer's window allows, in batches at most every
 * `batchIntervalMs`, urgent events at once, and one `end` frame after the last event.
 */
export class StreamChannel {
  readonly #id: number
  readonly #source: EventSource<unknown>
  readonly #context: ChannelContext
  readonly #stopListening: Dispose
  #unacknowledged = 0
  #lastBatchAtMs = Number.NEGATIVE_INFINITY
  #schedule: PumpSchedule = 'none'
  #cancelTimer: Dispose = () => {}
  /** An urgent event was announced and the source has not been emptied since. */
  #isUrgent = false
  /** The peer's window filled up before the source was empty; an acknowledgement continues. */
  #isHeldBack = false
  #isOver = false

  constructor(id: number, source: EventSource<unknown>, context: ChannelContext) {
    this.#id = id
    this.#source = source
    this.#context = context
    this.#stopListening = source.onReadable((urgent) => this.#plan(urgent))
    this.#plan(false)
  }

  /** The peer has received `events` more. An impossible count is clamped. */
  acknowledge(events: number): void {
    const acknowledged = Math.min(Math.max(0, Math.trunc(events)), this.#unacknowledged)
    this.#unacknowledged -= acknowledged
    if (acknowledged > 0 && this.#isHeldBack) this.#plan(false)
  }

  /** Closes the source. After `closed` its last events and its end are still sent; after `gone` nothing is. */
  close(cause: CloseCause): void {
    if (this.#isOver) return
    if (cause === 'gone') this.#finish()
    try {
      this.#source.close(cause)
    } catch (error) {
      this.#fail(error)
    }
  }

  #plan(urgent: boolean): void {
    if (this.#isOver) return
    this.#isUrgent ||= urgent
    if (this.#schedule === 'this-turn' || this.#unacknowledged >= wireLimits.windowEvents) return
    const sinceLastMs = this.#context.clock.monotonic() - this.#lastBatchAtMs
    const waitMs = Math.ceil(wireLimits.batchIntervalMs - sinceLastMs)
    if (this.#isUrgent || waitMs <= 0) {
      this.#cancelTimer()
      this.#schedule = 'this-turn'
      // Deferred, so that events announced later in this turn join the same batch.
      queueMicrotask(() => this.#pump())
    } else if (this.#schedule === 'none') {
      this.#schedule = 'timer'
      this.#cancelTimer = this.#context.clock.after(waitMs, () => this.#pump())
    }
  }

  #pump(): void {
    this.#schedule = 'none'
    if (this.#isOver) return
    try {
      const { events, isEmpty } = this.#takeWhatFits()
      if (events.length > 0) {
        this.#unacknowledged += events.length
        this.#lastBatchAtMs = this.#context.clock.monotonic()
        this.#context.send({ type: 'batch', id: this.#id, events })
      }
      this.#isHeldBack = !isEmpty
      if (!isEmpty) return
      this.#isUrgent = false
      if (this.#source.end !== null) this.#sendEnd(this.#source.end)
    } catch (error) {
      this.#fail(error)
    }
  }

  #takeWhatFits(): { events: unknown[]; isEmpty: boolean } {
    const events: unknown[] = []
    for (;;) {
      const room = wireLimits.windowEvents - this.#unacknowledged - events.length
      if (room === 0) return { events, isEmpty: false }
      const taken = this.#source.take(room)
      invariant(taken.length <= room, 'a source returns at most the requested number of events')
      if (taken.length === 0) return { events, isEmpty: true }
      events.push(...taken)
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof ParleyError)) this.#context.onBug(error)
    if (this.#isOver) return
    this.#sendEnd({ reason: 'failed', error: toErrorData(refusalOf(error)) })
    try {
      this.#source.close('closed')
    } catch (closeError) {
      this.#context.onBug(closeError)
    }
  }

  #sendEnd(end: StreamEnd): void {
    this.#finish()
    this.#context.send({ type: 'end', id: this.#id, ...end })
    this.#context.onEnded()
  }

  #finish(): void {
    this.#isOver = true
    this.#cancelTimer()
    this.#stopListening()
  }
}

/** A stream that is still being opened: silent until its source exists, then that source. */
export class OpeningSource<Event> implements EventSource<Event> {
  readonly #readerClosed: AbortController
  #source: EventSource<Event> | null = null
  #end: StreamEnd | null = null
  #listener: ((urgent: boolean) => void) | null = null
  #stopListening: Dispose = () => {}
  #closedBy: CloseCause | null = null

  /** Aborts `readerClosed` when the reader closes first; calls `onRefused` with the error when opening fails. */
  constructor(
    opening: Promise<EventSource<Event>>,
    options: { readerClosed: AbortController; onRefused: (error: unknown) => void },
  ) {
    this.#readerClosed = options.readerClosed
    void this.#open(opening, options.onRefused)
  }

  get end(): StreamEnd | null {
    return this.#source === null ? this.#end : this.#source.end
  }

  take(max: number): Event[] {
    return this.#source?.take(max) ?? []
  }

  onReadable(listener: (urgent: boolean) => void): Dispose {
    this.#listener = listener
    return () => {
      this.#listener = null
      this.#stopListening()
    }
  }

  close(cause: CloseCause): void {
    if (this.#source !== null) return this.#source.close(cause)
    this.#closedBy ??= cause
    this.#readerClosed.abort(new StopSignal(cause === 'gone' ? 'client-closed' : 'user'))
  }

  async #open(opening: Promise<EventSource<Event>>, onRefused: (error: unknown) => void): Promise<void> {
    try {
      const source = await opening
      this.#source = source
      this.#stopListening = source.onReadable((urgent) => this.#listener?.(urgent))
      // It opened after the reader had closed, so it must not run.
      if (this.#closedBy !== null) source.close(this.#closedBy)
    } catch (error) {
      onRefused(error)
      this.#end =
        this.#closedBy === null
          ? { reason: 'refused', error: toErrorData(refusalOf(error)) }
          : { reason: 'stopped' }
    }
    this.#listener?.(true)
  }
}
