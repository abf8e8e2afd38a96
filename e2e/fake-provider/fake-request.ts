import type { HttpMessage } from './http-message.ts'
import type { Protocol } from './protocols/protocol.ts'

/** Fractional milliseconds since the epoch, comparable across processes. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}

/**
 * One request as the server sees it, from its arrival until its socket is closed. Times are as in
 * `preciseNow`.
 */
export class FakeRequest {
  readonly id: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON body; null if there is none. */
  readonly body: unknown
  /** The requested model; empty if this is not a request for an answer. */
  readonly model: string
  /** The protocol of the request and of its answer. */
  readonly protocol: Protocol
  /** Whether the answer is to be streamed. */
  readonly wantsStream: boolean
  readonly arrivedMs: number
  /** When the first byte of the answer was passed to the socket. */
  firstByteMs: number | null = null
  /** When each token was passed to the socket. */
  readonly tokenTimesMs: number[] = []
  /** Whether the script was played to its end. */
  isPlayed = false
  /** When the client's FIN arrived. */
  clientFinMs: number | null = null
  /** When the socket was closed on both sides, or reset. */
  closedMs: number | null = null
  /** Resolves when the client has half-closed, or the socket is closed. */
  readonly letGo: Promise<void>
  /** Resolves when the socket is closed. */
  readonly closed: Promise<void>
  /** Resolves when a test lets the script continue after a `hold`. */
  readonly continued: Promise<void>
  /** Lets the script continue after a `hold`, also one that it has not reached yet. */
  readonly goOn: () => void
  readonly #resolveLetGo: () => void
  readonly #resolveClosed: () => void
  readonly #tokenWaiters = new Set<{ count: number; resolve: () => void; reject: (error: Error) => void }>()

  constructor(id: number, message: HttpMessage, protocol: Protocol) {
    this.id = id
    this.method = message.method
    this.path = message.path
    this.headers = message.headers
    this.body = message.body
    this.protocol = protocol
    this.model = protocol.modelOf(message) ?? ''
    this.wantsStream = protocol.wantsStream(message)
    this.arrivedMs = preciseNow()
    const letGo = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const continued = Promise.withResolvers<void>()
    this.letGo = letGo.promise
    this.closed = closed.promise
    this.continued = continued.promise
    this.goOn = continued.resolve
    this.#resolveLetGo = letGo.resolve
    this.#resolveClosed = closed.resolve
  }

  get tokensSent(): number {
    return this.tokenTimesMs.length
  }

  /** The value of the Authorization header; null if there is none. */
  get authorization(): string | null {
    return this.headers['authorization'] ?? null
  }

  /** The key in the request, in whatever header; null if there is none. */
  get apiKey(): string | null {
    return this.protocol.keyOf(this.headers)
  }

  /** Resolves when `count` tokens were sent. Rejects if the socket closes before that. */
  waitForTokens(count: number): Promise<void> {
    if (this.tokensSent >= count) return Promise.resolve()
    if (this.closedMs !== null) return Promise.reject(this.#goneBefore(count))
    return new Promise((resolve, reject) => {
      this.#tokenWaiters.add({ count, resolve, reject })
    })
  }

  /** Records one token; called by the server. */
  recordToken(): void {
    this.tokenTimesMs.push(preciseNow())
    if (this.#tokenWaiters.size === 0) return
    for (const waiter of this.#tokenWaiters) {
      if (this.tokensSent < waiter.count) continue
      this.#tokenWaiters.delete(waiter)
      waiter.resolve()
    }
  }

  /** Records the client's FIN; called by the server. */
  recordClientFin(): void {
    this.clientFinMs ??= preciseNow()
    this.#resolveLetGo()
  }

  /** Records the close of the socket; called by the server. */
  recordClosed(): void {
    this.closedMs ??= preciseNow()
    this.#resolveLetGo()
    this.#resolveClosed()
    for (const waiter of this.#tokenWaiters) waiter.reject(this.#goneBefore(waiter.count))
    this.#tokenWaiters.clear()
  }

  #goneBefore(count: number): Error {
    return new Error(
      `request ${this.id} (${this.model}) was gone after ${this.tokensSent} of ${count} tokens`,
    )
  }
}
