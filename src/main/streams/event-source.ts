import type { StreamEnd } from '../../shared/rpc/frames'
import type { Dispose } from '../base/dispose'

/** How a reader ended: it closed the stream, or its connection was lost. */
export type CloseCause = 'closed' | 'gone'

/**
 * The event source behind a stream: the reader pulls as fast as it acknowledges, so a slow one costs no memory and
 * never blocks the producer. Everything is synchronous.
 */
export interface EventSource<Event> {
  /** The next events in order, at most `max`; empty when none is ready. */
  take(max: number): Event[]
  /**
   * Sets the one listener, called when `take` may return something again or `end` was set. `urgent` asks not to wait
   * for the next batch.
   */
  onReadable(listener: (urgent: boolean) => void): Dispose
  /** The end of the stream, once no events will follow those still to be taken; null until then. */
  readonly end: StreamEnd | null
  /** The reader is done. The source sets its `end` when it is ready; calling this again does nothing. */
  close(cause: CloseCause): void
}

/** The listener of a source, called by `announce`. */
export abstract class AnnouncedSource implements Pick<EventSource<unknown>, 'onReadable'> {
  #listener: ((urgent: boolean) => void) | null = null

  onReadable(listener: (urgent: boolean) => void): Dispose {
    this.#listener = listener
    return () => {
      this.#listener = null
    }
  }

  protected announce(urgent: boolean): void {
    this.#listener?.(urgent)
  }
}
