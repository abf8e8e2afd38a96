import { Readable } from 'node:stream'

import { parseForeignJson } from '../../../shared/json-depth'
import { wellFormedJson } from '../../../shared/text/well-formed-json'
import { readLines } from '../../base/read-lines'
import { toProviderError, unreadableError } from '../answer/error-in'
import { type Foreign, objectIn } from '../answer/foreign'
import { responseTimeoutError } from '../http/network-error'
import { urlUnder } from '../http/peer'
import { failureOf } from '../http/provider-failure'
import { readBounded } from '../http/read-bounded'
import { createUpstreamFetch } from '../http/upstream-fetch'
import type { ModelEndpoint } from '../language-model/run-model'

/** How long a response may take to begin, and what a slow connection adds: characters sent per millisecond. */
const headersTimeoutMs = 30_000
const charsPerMs = 50
/** How long a whole request may take, with all replies of a batch. */
const requestTimeoutMs = 10 * 60_000
/** The limit for one reply. */
const replyBytes = 4 * 1024 * 1024
/** The limit for all replies, where a provider sends them as one document. */
const documentBytes = 64 * 1024 * 1024

interface BatchRequest {
  signal: AbortSignal
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  form?: { text: string; type: string }
}

/** Requests to a provider's interface for batches. */
export class BatchServer {
  readonly #endpoint: () => ModelEndpoint
  readonly #headersOf: (endpoint: ModelEndpoint) => Record<string, string>

  constructor(endpoint: () => ModelEndpoint, headersOf: (endpoint: ModelEndpoint) => Record<string, string>) {
    this.#endpoint = endpoint
    this.#headersOf = headersOf
  }

  get peer() {
    return this.#endpoint().peer
  }

  get(path: string, signal: AbortSignal): Promise<Foreign> {
    return this.#json('GET', path, { signal })
  }

  post(path: string, request: BatchRequest): Promise<Foreign> {
    return this.#json('POST', path, request)
  }

  /** The objects of a document with one per line. Anything else on a line, and a line that is too long, is `onBroken`. */
  async *objects(
    path: string,
    { signal, onBroken }: { signal: AbortSignal; onBroken: () => void },
  ): AsyncGenerator<Foreign, void, undefined> {
    const { response, close } = await this.#fetch('GET', path, { signal })
    try {
      if (response.body === null) return
      const lines = Readable.fromWeb(response.body)
      for await (const line of readLines(lines, { maxBytes: replyBytes, onTooLong: onBroken })) {
        if (line.trim() === '') continue
        const object = parsed(line)
        if (object === null) onBroken()
        else yield object
      }
    } catch (error) {
      throw toProviderError(error, this.peer)
    } finally {
      close()
    }
  }

  async #json(method: string, path: string, request: BatchRequest): Promise<Foreign> {
    const { response, close } = await this.#fetch(method, path, request)
    try {
      const { text, isCut } = await readBounded(response, documentBytes)
      const object = isCut ? null : parsed(text)
      if (object === null) throw unreadableError(this.peer)
      return object
    } catch (error) {
      throw toProviderError(error, this.peer)
    } finally {
      close()
    }
  }

  /** The deadline holds until `close`, which ends a connection whose response is not read to its end. */
  async #fetch(
    method: string,
    path: string,
    { signal, body, form }: BatchRequest,
  ): Promise<{ response: Response; close: () => void }> {
    const endpoint = this.#endpoint()
    const { peer, clock, baseUrl } = endpoint
    const text = form?.text ?? (body === undefined ? '' : wellFormedJson(body))
    const deadline = new AbortController()
    const cancel = clock.after(requestTimeoutMs, () =>
      deadline.abort(responseTimeoutError(peer, requestTimeoutMs)),
    )
    const upstreamFetch = createUpstreamFetch({
      peer,
      clock,
      headersTimeoutMs: headersTimeoutMs + Math.round(text.length / charsPerMs),
    })
    try {
      const response = await upstreamFetch(urlUnder(baseUrl, path), {
        method,
        headers: {
          accept: 'application/json',
          ...(text === '' ? {} : { 'content-type': form?.type ?? 'application/json' }),
          ...this.#headersOf(endpoint),
        },
        body: text,
        signal: AbortSignal.any([signal, deadline.signal]),
      })
      if (!response.ok) throw await failureOf(response, peer, clock)
      const close = () => {
        cancel()
        deadline.abort()
      }
      return { response, close }
    } catch (error) {
      cancel()
      throw error
    }
  }
}

function parsed(text: string): Foreign | null {
  try {
    return objectIn(parseForeignJson(text))
  } catch {
    return null // The caller reports what is no JSON.
  }
}
