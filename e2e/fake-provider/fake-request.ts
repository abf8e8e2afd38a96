import type { HttpMessage } from './http-message.ts'
import type { Protocol } from './protocols/protocol.ts'

/** Milliseconds since the epoch with fractions, comparable with the same sum in another process. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}

/** What the server knows of one request, from its arrival until its socket is gone. Times are as `preciseNow`. */
export class FakeRequest {
  readonly id: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON body; null when there was none. */
  readonly body: unknown
  /** The model that is asked for; empty when this asks for no answer. */
  readonly model: string
  /** How the request spoke, and so how it is answered. */
  readonly protocol: Protocol
  /** Whether the answer is to be streamed. */
  readonly wantsStream: boolean
  readonly arrivedMs: number
  /** The first byte of the answer was handed to the socket. */
  firstByteMs: number | null = null
  /** When each token was handed to the socket. */
  readonly tokenTimesMs: number[] = []
  /** The script was played to its end. */
  isPlayed = false
  /** The client's FIN arrived. */
  clientFinMs: number | null = null
  /** The socket was closed on both sides, or reset. */
  closedMs: number | null = null
  /** Settles when the client half-closed or the socket is gone. */
  readonly letGo: Promise<void>
  /** Settles when the socket is gone. */
  readonly closed: Promise<void>
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
    this.letGo = letGo.promise
    this.closed = closed.promise
    this.#resolveLetGo = letGo.resolve
    this.#resolveClosed = closed.resolve
  }

  get tokensSent(): number {
    return this.tokenTimesMs.length
  }

  /** The value of the Authorization header; null when there was none. */
  get authorization(): string | null {
    return this.headers['authorization'] ?? null
  }

  /** The key that came with it, in whatever header; null when there was none. */
  get apiKey(): string | null {
    return this.protocol.keyOf(this.headers)
  }

  /** Settles when `count` tokens were sent. Rejects when the socket is gone before that. */
  waitForTokens(count: number): Promise<void> {
    if (this.tokensSent >= count) return Promise.resolve()
    if (this.closedMs !== null) return Promise.reject(this.#goneBefore(count))
    return new Promise((resolve, reject) => {
      this.#tokenWaiters.add({ count, resolve, reject })
    })
  }

  /** Records one token; for the server. */
  recordToken(): void {
    this.tokenTimesMs.push(preciseNow())
    if (this.#tokenWaiters.size === 0) return
    for (const waiter of this.#tokenWaiters) {
      if (this.tokensSent < waiter.count) continue
      this.#tokenWaiters.delete(waiter)
      waiter.resolve()
    }
  }

  /** Records the client's FIN; for the server. */
  recordClientFin(): void {
    this.clientFinMs ??= preciseNow()
    this.#resolveLetGo()
  }

  /** Records the end of the socket; for the server. */
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
