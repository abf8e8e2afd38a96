import {
  type JSONRPCMessage,
  type RequestId,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client'

import type { MessageReader } from './message-reader'

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1]

/** Requests that are remembered, far more than are ever open. */
const most = 1_000

/**
 * The library's transport over HTTP. It also closes the stream of a cancelled request: a server does not answer such a
 * request, and need not end its stream. A request whose stream ends without an answer fails at once.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #reader: MessageReader
  readonly #requests = new Map<RequestId, AbortController>()

  constructor(url: URL, reader: MessageReader, options: StreamableHTTPClientTransportOptions) {
    super(url, options)
    this.#reader = reader
  }

  override async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const cancelled = cancelledBy(message)
    this.#reader.sent(message)
    try {
      await super.send(message, this.#withSignal(message, options))
    } finally {
      if (cancelled !== null) {
        this.#requests.get(cancelled)?.abort(new Error('the request was cancelled'))
        this.#requests.delete(cancelled)
      }
    }
  }

  #withSignal(message: JSONRPCMessage, options: SendOptions): SendOptions {
    if (!('method' in message) || !('id' in message)) return options
    const { id } = message
    const controller = new AbortController()
    this.#requests.set(id, controller)
    const [oldest] = this.#requests.keys()
    if (this.#requests.size > most && oldest !== undefined) this.#requests.delete(oldest)
    const { requestSignal } = options ?? {}
    const signals = [controller.signal, ...(requestSignal === undefined ? [] : [requestSignal])]
    const onRequestStreamEnd = () => {
      const unanswered = this.#reader.unanswered(id)
      if (unanswered !== null) this.onmessage?.(unanswered)
      options?.onRequestStreamEnd?.()
    }
    return { ...options, requestSignal: AbortSignal.any(signals), onRequestStreamEnd }
  }
}

/** The request that a message cancels. */
function cancelledBy(message: JSONRPCMessage): RequestId | null {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return null
  const id = message.params?.['requestId']
  return typeof id === 'number' || typeof id === 'string' ? id : null
}
