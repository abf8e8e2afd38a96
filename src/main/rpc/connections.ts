import type { OpenConnection } from '../../shared/rpc/test-routes'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { type ServedConnection, serveConnection, type Service } from './router'
import type { Transport } from './transport/transport'

/** Every peer that is connected now. */
export class Connections {
  readonly #service: () => Service
  readonly #clock: Clock
  readonly #served = new Map<Transport, ServedConnection>()
  #cancelRefusal: Dispose | null = null
  #isClosed = false

  /** `service` is asked for at each connection: it may be built after this. */
  constructor(service: () => Service, clock: Clock) {
    this.#service = service
    this.#clock = clock
  }

  /** Serves one peer until either side is gone. */
  accept(transport: Transport): void {
    if (this.#isClosed || this.#cancelRefusal !== null) {
      transport.close()
      return
    }
    const served = serveConnection(transport, this.#service())
    // It may have closed before anybody listened to it.
    if (served.gone.aborted) return
    this.#served.set(transport, served)
    served.gone.addEventListener('abort', () => this.#served.delete(transport))
  }

  /** What each peer has open. */
  list(): OpenConnection[] {
    return [...this.#served.values()].map((served) => served.open())
  }

  /** Ends every connection, and for `refuseForMs` each new one at once. */
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

  /** Ends every connection, and each new one at once, for good. */
  close(): void {
    this.#isClosed = true
    this.dropAll(0)
  }
}
