import { randomBytes } from 'node:crypto'

import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import type { PendingToolCall } from './pending-tool-call'
import type { RunningRequests } from './running-requests'

/** The longest time that a call waits for its client to return with an answer before it is ended. */
const longestHeldMs = 10 * 60_000

interface HeldCall {
  tool: string
  call: PendingToolCall
  onTaken(): void
  onDropped(): void
}

/**
 * Calls that wait between two requests. They count as running: an interrupt and the end of the server end them. A call
 * is identified by a name that cannot be guessed and works once.
 */
export class PendingToolCalls {
  readonly #requests: RunningRequests
  readonly #clock: Clock
  readonly #held = new Map<string, HeldCall>()

  constructor(deps: { requests: RunningRequests; clock: Clock }) {
    this.#requests = deps.requests
    this.#clock = deps.clock
  }

  /** Holds the call and returns its name. */
  hold(tool: string, call: PendingToolCall): string {
    const name = randomBytes(24).toString('base64url')
    const { promise: taken, resolve: onTaken } = Promise.withResolvers<null>()
    const dropped = new AbortController()
    this.#held.set(name, { tool, call, onTaken: () => onTaken(null), onDropped: () => dropped.abort() })
    void this.#keep(name, call, taken, dropped)
    return name
  }

  /** Ends a call whose returning request was cancelled before it started. */
  drop(tool: string, name: string): void {
    const held = this.#held.get(name)
    if (held?.tool === tool) held.onDropped()
  }

  /** @throws INVALID_INPUT it does not wait: it was answered, was ended, or waited too long */
  take(tool: string, name: string): PendingToolCall {
    const held = this.#held.get(name)
    if (held?.tool !== tool) {
      throw failure('INVALID_INPUT', 'request-state', { field: 'requestState' })
    }
    this.#held.delete(name)
    held.onTaken()
    return held.call
  }

  async #keep(
    name: string,
    call: PendingToolCall,
    taken: Promise<null>,
    dropped: AbortController,
  ): Promise<void> {
    const cancelTimer = this.#clock.after(longestHeldMs, () => dropped.abort())
    try {
      await this.#requests.run(name, dropped.signal, async (signal) => {
        const ended = new Promise<AbortSignal>((resolve) => {
          signal.addEventListener('abort', () => resolve(signal), { once: true })
        })
        if ((await Promise.race([taken, ended])) === null) return
        this.#held.delete(name)
        await call.end(signal.reason)
      })
    } catch (error) {
      // The call was ended, and a client that returns is informed; or no request may start any more.
      this.#held.delete(name)
      await call.end(error)
    } finally {
      cancelTimer()
      this.#requests.takeInterrupted(name)
    }
  }
}
