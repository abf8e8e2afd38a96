import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { Receipt } from '../../src/shared/sessions/messages.ts'
import type { FakeRequest } from '../fake-provider/fake-request.ts'

/** How much later a receipt says that the socket was gone than the server saw it; below zero: earlier. */
export function receiptErrorMs(receipt: Receipt | undefined, request: FakeRequest): number {
  const { requestedAt = null, upstreamClosedMs = null } = receipt ?? {}
  if (requestedAt === null || upstreamClosedMs === null || request.closedMs === null) return Number.NaN
  return requestedAt + upstreamClosedMs - request.closedMs
}

/** Knows how late this process ran, the one with the fake server in it: as late is what the server saw. */
export class OwnLateness {
  readonly #delay = monitorEventLoopDelay({ resolution: 1 })

  constructor() {
    this.#delay.enable()
  }

  /** Forgets what was until now. */
  reset(): void {
    this.#delay.reset()
  }

  /** The worst since the last `reset`. */
  get worstMs(): number {
    return this.#delay.max / 1e6
  }
}
