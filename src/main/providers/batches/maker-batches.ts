import { Readable } from 'node:stream'

import { parseForeignJson } from '../../../shared/json-depth'
import { wellFormedJson } from '../../../shared/text/well-formed-json'
import { readLines } from '../../base/read-lines'
import type {
  BatchAnswer,
  BatchReply,
  BatchService,
  BatchStatus,
  NewBatch,
  ReplyOptions,
  SentBatch,
} from '../../run-source/batches'
import type { RunRequest, RunSource } from '../../run-source/run-source'
import { toProviderError, unreadableError } from '../answer/error-in'
import { type Foreign, objectIn, objectsIn, textIn } from '../answer/foreign'
import { responseTimeoutError } from '../http/network-error'
import { isLoopback, urlUnder } from '../http/peer'
import { failureOf, messageError, messageIn } from '../http/provider-failure'
import { readBounded } from '../http/read-bounded'
import { createUpstreamFetch } from '../http/upstream-fetch'
import type { ModelProtocol } from '../language-model/model-protocol'
import { type ModelEndpoint, runModel, writeRequest } from '../language-model/run-model'

/** How long a response may take to begin, and what a slow connection adds: characters sent per millisecond. */
const headersTimeoutMs = 30_000
const charsPerMs = 50
/** How long a whole request may take, with all replies of a batch. */
const requestTimeoutMs = 10 * 60_000
/** The limits for one reply, and for all replies in one document. */
const replyBytes = 4 * 1024 * 1024
const documentBytes = 64 * 1024 * 1024
/** Batches on one page of a list, and the pages that are read. */
export const pageSize = 100
const mostPages = 50

/** A request with the body `text`, of `type` if it is not JSON. */
interface Sending {
  signal: AbortSignal
  text?: string
  type?: string
}

/** A page of a list, its number from 1, and the handle at its end. */
export interface ListPage {
  said: Foreign
  page: number
  last: string
}

/** True at the address of the maker, and on this machine, where a gateway may speak the same interface. */
export function offersBatches(baseUrl: string, host: string): boolean {
  return URL.parse(baseUrl)?.hostname === host || isLoopback(baseUrl)
}

/** A count in a status; Google writes its counts as texts. */
export function countIn(value: unknown): number {
  const count = Number(value)
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

/** What the interfaces of all makers have in common. Paths follow the address of the provider. */
export abstract class MakerBatches implements BatchService {
  readonly mostItems: number = 1_000
  readonly #protocol: ModelProtocol
  readonly #endpoint: () => ModelEndpoint
  readonly #headersOf: (endpoint: ModelEndpoint) => Record<string, string>

  constructor(
    protocol: ModelProtocol,
    endpoint: () => ModelEndpoint,
    headersOf: (endpoint: ModelEndpoint) => Record<string, string>,
  ) {
    this.#protocol = protocol
    this.#endpoint = endpoint
    this.#headersOf = headersOf
  }

  /** The request that creates a batch. */
  protected abstract creation(batch: NewBatch, prepared: string): { path: string; body: Foreign }
  /** The path of the next page of the list of batches; null after the last one. */
  protected abstract listPath(before: ListPage | null): string | null
  protected abstract pathOf(handle: string): string
  protected abstract statusIn(said: Foreign): Omit<BatchStatus, 'said' | 'error'> & { error?: unknown }
  protected abstract isSent(
    listed: Foreign,
    sent: SentBatch,
    signal: AbortSignal,
  ): Promise<boolean | 'unclear'>
  abstract replies(handle: string, status: BatchStatus, options: ReplyOptions): AsyncGenerator<BatchReply>

  providerName(): string {
    return this.#endpoint().peer.name
  }

  async write(request: RunRequest): Promise<Foreign> {
    const { body } = await writeRequest(this.#protocol, this.#endpoint(), request)
    const { stream: _stream, stream_options: _options, ...whole } = body
    return whole
  }

  read({ status, body }: BatchAnswer): RunSource {
    const offline: ModelProtocol = { ...this.#protocol, noticeAfter: () => Promise.resolve(null) }
    const headers = { 'content-type': 'application/json' }
    const fetch = () => Promise.resolve(new Response(JSON.stringify(body), { status, headers }))
    // What was sent is not needed again.
    return (request, context) =>
      runModel(offline, { ...this.#endpoint(), fetch }, { ...request, messages: [], tools: [] }, context)
  }

  prepare(_batch: NewBatch, _signal: AbortSignal): Promise<string> {
    return Promise.resolve('')
  }

  async send(batch: NewBatch, prepared: string, signal: AbortSignal): Promise<string> {
    const { path, body } = this.creation(batch, prepared)
    return this.handleIn(await this.post(path, { text: wellFormedJson(body), signal }))
  }

  async find(sent: SentBatch, signal: AbortSignal): Promise<{ handle: string } | 'unclear' | null> {
    let isUnclear = false
    let last = ''
    let path = this.listPath(null)
    for (let page = 1; path !== null; page += 1) {
      if (page > mostPages) return 'unclear'
      const said = await this.get(path, signal)
      for (const batch of objectsIn(said['data'] ?? said['operations'])) {
        const handle = this.handleIn(batch)
        // Those before it are older.
        if (handle === sent.prepared) return isUnclear ? 'unclear' : null
        const isSent = !sent.isOther(handle) && (await this.isSent(batch, sent, signal))
        if (isSent === true) return { handle }
        isUnclear ||= isSent === 'unclear'
        last = handle
      }
      path = this.listPath({ said, page, last: encodeURIComponent(last) })
    }
    return isUnclear ? 'unclear' : null
  }

  async status(handle: string, signal: AbortSignal): Promise<BatchStatus> {
    const said = await this.get(this.pathOf(handle), signal)
    const { error, ...status } = this.statusIn(said)
    const message = error === undefined ? null : messageIn({ error })
    return { ...status, error: message === null ? null : messageError(message, this.#endpoint().peer), said }
  }

  async cancel(handle: string, signal: AbortSignal): Promise<void> {
    await this.post(`${this.pathOf(handle)}/cancel`, { signal })
  }

  /** @throws PROVIDER_PROTOCOL there is no handle */
  protected handleIn({ id, name }: Foreign): string {
    const handle = textIn(id ?? name)
    if (handle === '' || handle.length > 500) throw unreadableError(this.#endpoint().peer)
    return handle
  }

  protected get(path: string, signal: AbortSignal): Promise<Foreign> {
    return this.#object('GET', path, { signal })
  }

  protected post(path: string, sending: Sending): Promise<Foreign> {
    return this.#object('POST', path, sending)
  }

  /** The objects of a document with one per line. Anything else on a line, and a line that is too long, is `onBroken`. */
  protected async *lines(
    path: string,
    { signal, onBroken }: Pick<ReplyOptions, 'signal' | 'onBroken'>,
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
      throw toProviderError(error, this.#endpoint().peer)
    } finally {
      close()
    }
  }

  async #object(method: string, path: string, sending: Sending): Promise<Foreign> {
    const { peer } = this.#endpoint()
    const { response, close } = await this.#fetch(method, path, sending)
    try {
      const { text, isCut } = await readBounded(response, documentBytes)
      const object = isCut ? null : parsed(text)
      if (object === null) throw unreadableError(peer)
      return object
    } catch (error) {
      throw toProviderError(error, peer)
    } finally {
      close()
    }
  }

  /** The deadline holds until `close`, which ends a connection whose response is not read to its end. */
  async #fetch(method: string, path: string, { signal, text = '', type = 'application/json' }: Sending) {
    const endpoint = this.#endpoint()
    const { peer, clock, baseUrl } = endpoint
    const late = new AbortController()
    const cancel = clock.after(requestTimeoutMs, () =>
      late.abort(responseTimeoutError(peer, requestTimeoutMs)),
    )
    const close = () => {
      cancel()
      late.abort()
    }
    const startsWithinMs = headersTimeoutMs + Math.round(text.length / charsPerMs)
    try {
      const upstreamFetch = createUpstreamFetch({ peer, clock, headersTimeoutMs: startsWithinMs })
      const response = await upstreamFetch(urlUnder(baseUrl, path), {
        method,
        headers: { ...(text === '' ? {} : { 'content-type': type }), ...this.#headersOf(endpoint) },
        body: text,
        signal: AbortSignal.any([signal, late.signal]),
      })
      if (!response.ok) throw await failureOf(response, peer, clock)
      return { response, close }
    } catch (error) {
      close()
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
