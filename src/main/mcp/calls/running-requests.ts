import type { RequestId } from '@modelcontextprotocol/server'

import { failure } from '../../../shared/failures/failure'

/** The tool calls that are at work. */
export class RunningRequests {
  readonly #running = new Map<AbortController, RequestId>()
  readonly #interrupted = new Set<RequestId>()
  #waiting: (() => void)[] = []
  /** No call starts any more. */
  #isClosed = false

  get count(): number {
    return this.#running.size
  }

  /**
   * Runs one call. Its signal aborts with the client's own, or when all calls are interrupted; the call counts as running
   * until `work` has come to its end all the same.
   * @throws what `work` throws, or CANCELLED when it was interrupted
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

  /** Ends every call: each is answered with an error once what it had started is gone. */
  interruptAll(): void {
    for (const [controller, id] of this.#running) {
      if (controller.signal.aborted) continue
      this.#interrupted.add(id)
      controller.abort(failure('CANCELLED', 'interrupted'))
    }
  }

  /** Ends every call, and each that comes from now on at once. */
  close(): void {
    this.#isClosed = true
    this.interruptAll()
  }

  /** Whether the answer to this request, which is given now, is that it was interrupted. */
  takeInterrupted(id: RequestId): boolean {
    return this.#interrupted.delete(id)
  }

  /** Resolves when nothing is running. */
  async idle(): Promise<void> {
    if (this.#running.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
