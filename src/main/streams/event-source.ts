import type { StreamEnd } from '../../shared/rpc/frames'
import type { Dispose } from '../base/dispose'

/** How a reader let go of a stream: it asked to, or its connection was lost. */
export type CloseCause = 'closed' | 'gone'

/**
 * What a stream handler gives to the hub: events that are pulled as fast as the reader acknowledges them, so that
 * a slow reader costs no memory and never holds up whoever makes them. All of it is synchronous.
 */
export interface EventSource<Event> {
  /** The next events in order, at most `max`; none when nothing is ready. */
  take(max: number): Event[]
  /**
   * Sets the one listener, called when `take` may give something again or `end` was set. `urgent` says that it
   * should not wait for the next batch.
   */
  onReadable(listener: (urgent: boolean) => void): Dispose
  /** The last word, once no more events will come than those `take` still gives; null until then. */
  readonly end: StreamEnd | null
  /** The reader is done. The source comes to its `end` in its own time; calling this again does nothing. */
  close(cause: CloseCause): void
}
