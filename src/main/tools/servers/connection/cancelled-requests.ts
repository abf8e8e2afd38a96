import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'

import type { Clock } from '../../../base/clock'

/** Cancelled requests that are remembered, far more than are ever open. */
const most = 1_000

/**
 * Notices a server that continues to work on a request after it was cancelled: it reports progress. Servers do not
 * answer cancelled requests, so silence says nothing.
 */
export class CancelledRequests {
  readonly #clock: Clock
  readonly #graceMs: number
  readonly #onIgnored: () => void
  /** The time at which each request was cancelled. */
  readonly #cancelledAt = new Map<RequestId, number>()

  constructor(deps: { clock: Clock; graceMs: number; onIgnored: () => void }) {
    this.#clock = deps.clock
    this.#graceMs = deps.graceMs
    this.#onIgnored = deps.onIgnored
  }

  /** Parley has sent this message. */
  sent(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return
    const id = message.params?.['requestId']
    if ((typeof id !== 'number' && typeof id !== 'string') || this.#cancelledAt.size >= most) return
    this.#cancelledAt.set(id, this.#clock.monotonic())
  }

  /** The server has sent this message. */
  received(message: JSONRPCMessage): void {
    if (this.#cancelledAt.size === 0) return
    if (!('method' in message)) {
      if (message.id !== undefined) this.#cancelledAt.delete(message.id)
      return
    }
    const token: unknown =
      message.method === 'notifications/progress' ? message.params?.['progressToken'] : null
    if (typeof token !== 'number' && typeof token !== 'string') return
    const at = this.#cancelledAt.get(token)
    if (at === undefined || this.#clock.monotonic() - at < this.#graceMs) return
    this.#cancelledAt.delete(token)
    this.#onIgnored()
  }
}
