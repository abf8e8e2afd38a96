import { toErrorData } from '../../shared/failures/failure'
import type { StreamEnd } from '../../shared/rpc/frames'
import type { Dispose } from '../base/dispose'
import type { CloseCause, EventSource } from '../streams/event-source'
import { StopSignal } from '../run-source/stop-signal'
import { refusalOf } from './refusal'

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
