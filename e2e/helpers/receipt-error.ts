import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { Receipt } from '../../src/shared/sessions/messages.ts'
import type { FakeRequest } from '../fake-provider/fake-request.ts'

/** How much later the receipt dates the close of the socket than the server; negative if earlier. */
export function receiptErrorMs(receipt: Receipt | undefined, request: FakeRequest): number {
  const { requestedAt = null, upstreamClosedMs = null } = receipt ?? {}
  if (requestedAt === null || upstreamClosedMs === null || request.closedMs === null) return Number.NaN
  return requestedAt + upstreamClosedMs - request.closedMs
}

/** Measures how late this process ran, because the fake server in it records its times that late. */
export class OwnLateness {
  readonly #delay = monitorEventLoopDelay({ resolution: 1 })

  constructor() {
    this.#delay.enable()
  }

  /** Starts measuring again. */
  reset(): void {
    this.#delay.reset()
  }

  /** The longest delay since the last `reset`. */
  get worstMs(): number {
    return this.#delay.max / 1e6
  }
}
