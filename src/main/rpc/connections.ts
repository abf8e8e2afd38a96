import type { OpenConnection } from '../../shared/rpc/test-routes'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { type ServedConnection, serveConnection, type Service } from './router'
import type { Transport } from './transport/transport'

/** Every connected peer. */
export class Connections {
  readonly #service: () => Service
  readonly #clock: Clock
  readonly #served = new Map<Transport, ServedConnection>()
  #cancelRefusal: Dispose | null = null
  #isClosed = false

  /** `service` is called for each connection, so it may be built later. */
  constructor(service: () => Service, clock: Clock) {
    this.#service = service
    this.#clock = clock
  }

  /** Serves one peer until either side closes. */
  accept(transport: Transport): void {
    if (this.#isClosed || this.#cancelRefusal !== null) {
      transport.close()
      return
    }
    const served = serveConnection(transport, this.#service())
    // It may have closed before anything listened.
    if (served.closed.aborted) return
    this.#served.set(transport, served)
    served.closed.addEventListener('abort', () => this.#served.delete(transport))
  }

  /** The open calls and streams of each peer. */
  list(): OpenConnection[] {
    return [...this.#served.values()].map((served) => served.open())
  }

  /** Ends every connection, and refuses new ones for `refuseForMs`. */
  dropAll(refuseForMs: number): void {
    this.#cancelRefusal?.()
    this.#cancelRefusal =
      refuseForMs === 0
        ? null
        : this.#clock.after(refuseForMs, () => {
            this.#cancelRefusal = null
          })
    for (const transport of Array.from(this.#served.keys())) transport.close()
  }

  /** Ends every connection and refuses new ones for good. */
  close(): void {
    this.#isClosed = true
    this.dropAll(0)
  }
}
