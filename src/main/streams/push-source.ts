import { failureData } from '../../shared/failures/failure'
import type { StreamEnd } from '../../shared/rpc/frames'
import { AnnouncedSource, type CloseCause, type EventSource } from './event-source'

/**
 * A stream whose events are pushed as they happen and kept until they are read. For few and small events: once
 * `maxWaiting` of them are unread, the reader has stopped reading and its stream ends.
 */
export class PushSource<Event> extends AnnouncedSource implements EventSource<Event> {
  readonly #onClosed: (cause: CloseCause) => void
  readonly #maxWaiting: number
  #waiting: Event[] = []
  #end: StreamEnd | null = null

  /** Calls `onClosed` once with how the reader ended; one that stops reading counts as gone. */
  constructor(options: { onClosed: (cause: CloseCause) => void; maxWaiting: number }) {
    super()
    this.#onClosed = options.onClosed
    this.#maxWaiting = options.maxWaiting
  }

  push(event: Event): void {
    if (this.#end !== null) return
    if (this.#waiting.length >= this.#maxWaiting) {
      this.#finish({ reason: 'failed', error: failureData('TIMEOUT', 'window') }, 'gone')
      return
    }
    this.#waiting.push(event)
    this.announce(true)
  }

  get end(): StreamEnd | null {
    return this.#waiting.length === 0 ? this.#end : null
  }

  take(max: number): Event[] {
    return this.#waiting.splice(0, max)
  }

  close(cause: CloseCause): void {
    this.#finish({ reason: 'stopped' }, cause)
  }

  #finish(end: StreamEnd, cause: CloseCause): void {
    if (this.#end !== null) return
    this.#end = end
    this.#waiting = []
    this.#onClosed(cause)
    this.announce(true)
  }
}
