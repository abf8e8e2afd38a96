import type { RequestId } from '@modelcontextprotocol/server'

import { failure } from '../../../shared/failures/failure'

/** The running tool calls. */
export class RunningRequests {
  readonly #running = new Map<AbortController, RequestId>()
  readonly #interrupted = new Set<RequestId>()
  #waiting: (() => void)[] = []
  /** No more calls may start. */
  #isClosed = false

  get count(): number {
    return this.#running.size
  }

  /**
   * Runs one call. Its signal aborts with the client's own, or when all calls are interrupted; even then, the call
   * counts as running until `work` has ended.
   * @throws errors of `work`, or CANCELLED when it was interrupted
   */
  async run<Result>(
    id: RequestId,
    clientSignal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (clientSignal.aborted) throw failure('CANCELLED', 'request')
    if (this.#isClosed) {
      this.#interrupted.add(id)
      throw failure('CANCELLED', 'interrupted')
    }
    const controller = new AbortController()
    const forward = () => controller.abort(failure('CANCELLED', 'request'))
    clientSignal.addEventListener('abort', forward, { once: true })
    this.#running.set(controller, id)
    try {
      const result = await work(controller.signal)
      controller.signal.throwIfAborted()
      return result
    } finally {
      clientSignal.removeEventListener('abort', forward)
      this.#running.delete(controller)
      if (this.#running.size === 0) for (const resolve of this.#waiting.splice(0)) resolve()
    }
  }

  /** Ends every call: each is answered with an error once everything that it had started is gone. */
  interruptAll(): void {
    for (const [controller, id] of this.#running) {
      if (controller.signal.aborted) continue
      this.#interrupted.add(id)
      controller.abort(failure('CANCELLED', 'interrupted'))
    }
  }

  /** Ends every call, and rejects all later ones. */
  close(): void {
    this.#isClosed = true
    this.interruptAll()
  }

  /** Returns true, once, if the request was interrupted and has yet to be answered with that. */
  takeInterrupted(id: RequestId): boolean {
    return this.#interrupted.delete(id)
  }

  /** Resolves when no call is running. */
  async idle(): Promise<void> {
    if (this.#running.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
