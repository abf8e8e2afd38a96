import type { StreamEnd } from '../../../shared/rpc/frames'
import type { Dispose } from '../../base/dispose'
import type { CloseCause, EventSource } from '../../streams/event-source'

/** The events of `source` as `show` returns them; those for which it returns null are left out. */
export class ShownEvents implements EventSource<unknown> {
  readonly #source: EventSource<unknown>
  readonly #show: (event: unknown) => unknown

  constructor(source: EventSource<unknown>, show: (event: unknown) => unknown) {
    this.#source = source
    this.#show = show
  }

  get end(): StreamEnd | null {
    return this.#source.end
  }

  take(max: number): unknown[] {
    for (;;) {
      const events = this.#source.take(max)
      const shown = events.map((event) => this.#show(event)).filter((event) => event !== null)
      // An empty list means that there are no more.
      if (shown.length > 0 || events.length === 0) return shown
    }
  }

  onReadable(listener: (urgent: boolean) => void): Dispose {
    return this.#source.onReadable(listener)
  }

  close(cause: CloseCause): void {
    this.#source.close(cause)
  }
}
