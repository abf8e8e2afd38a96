import type { StreamEnd } from '../../../shared/rpc/frames'
import type { CloseCause, EventSource } from '../../streams/event-source'

/** A source that the test fills and that records how it was closed. Closing it does not end it; the test does. */
export class ManualSource<Event> implements EventSource<Event> {
  readonly closeCauses: CloseCause[] = []
  readonly waiting: Event[] = []
  end: StreamEnd | null = null
  #listener: ((urgent: boolean) => void) | null = null
  #onClose: (cause: CloseCause) => void = () => {}

  /** Adds events and announces them. */
  push(events: readonly Event[], { urgent = false } = {}): void {
    this.waiting.push(...events)
    this.#listener?.(urgent)
  }

  finish(end: StreamEnd): void {
    this.end = end
    this.#listener?.(true)
  }

  get hasListener(): boolean {
    return this.#listener !== null
  }

  onClose(listener: (cause: CloseCause) => void): this {
    this.#onClose = listener
    return this
  }

  take(max: number): Event[] {
    return this.waiting.splice(0, max)
  }

  onReadable(listener: (urgent: boolean) => void): () => void {
    this.#listener = listener
    return () => {
      this.#listener = null
    }
  }

  close(cause: CloseCause): void {
    this.closeCauses.push(cause)
    this.#onClose(cause)
  }
}
