import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { PassThrough, type Readable, type Writable } from 'node:stream'

import { failure } from '../../shared/failures/failure'
import { wellFormedJson } from '../../shared/text/well-formed-json'
import { MessageFilter, refusalCodes, type RefusedLine } from './message-filter'
import type { RunningRequests } from './calls/running-requests'

/** The longest message that is accepted: images arrive in it as text. */
const maxLineBytes = 64 * 1024 * 1024
/** The code from the Language Server Protocol; this protocol has none of its own. */
const cancelledCode = -32800

interface Batch {
  waiting: Set<RequestId>
  answers: JSONRPCMessage[]
}

/**
 * The library's transport over standard input and output, with what it lacks: unreadable and overlong lines get an
 * error response instead of ending the connection; a request with an id that is still in use is rejected; batches are
 * answered as batches; and an interrupted request gets an error, not a result that mentions one.
 */
export class GuardedTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly #input: Readable
  readonly #output: Writable
  readonly #requests: RunningRequests
  readonly #lines = new PassThrough()
  readonly #inner: StdioServerTransport
  readonly #filter: MessageFilter
  readonly #served = new Set<RequestId>()
  readonly #batches = new Set<Batch>()
  readonly #onData = (chunk: Buffer) => this.#filter.take(chunk)
  #waiting: (() => void)[] = []

  constructor(deps: { input: Readable; output: Writable; requests: RunningRequests }) {
    this.#input = deps.input
    this.#output = deps.output
    this.#requests = deps.requests
    this.#inner = new StdioServerTransport(this.#lines, deps.output, {
      // Messages are passed on in pieces, with a final line feed.
      maxBufferSize: 2 * maxLineBytes,
    })
    this.#filter = new MessageFilter(
      {
        onMessage: (line) => this.#lines.write(`${line}\n`),
        onBatch: (ids) => this.#batches.add({ waiting: new Set(ids), answers: [] }),
        onRefused: (refused) => this.#refuse(refused),
      },
      maxLineBytes,
    )
  }

  async start(): Promise<void> {
    Object.assign(this.#inner, {
      onclose: () => {
        this.#served.clear()
        this.#wake()
        this.onclose?.()
      },
      onerror: (error: Error) => this.onerror?.(error),
      onmessage: (message: JSONRPCMessage) => this.#receive(message),
    } satisfies Pick<Transport, 'onclose' | 'onerror' | 'onmessage'>)
    await this.#inner.start()
    this.#input.on('data', this.#onData)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message))
      return this.#inner.send(message)
    const { id } = message
    if (id === undefined) return this.#inner.send(message)
    const answer = this.#requests.takeInterrupted(id) ? cancelledAnswer(id) : message
    const batch = this.#batchOf(id)
    batch?.answers.push(answer)
    const sent = batch === null ? this.#inner.send(answer) : Promise.resolve()
    // Counts as answered even if the client is slow to read the response.
    this.#settle(id)
    await sent
  }

  async close(): Promise<void> {
    this.#input.off('data', this.#onData)
    await this.#inner.close()
    this.#lines.destroy()
  }

  /** Resolves when every request was answered, or needs no answer any more. */
  async answered(): Promise<void> {
    if (this.#served.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #receive(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      if (this.#served.has(message.id)) {
        this.#refuse({
          id: message.id,
          code: refusalCodes.invalid,
          message: 'A request with this id is already running.',
        })
        return
      }
      this.#served.add(message.id)
    }
    this.onmessage?.(message)
    const cancelledId = cancelledRequest(message)
    if (cancelledId === null) return
    this.#requests.takeInterrupted(cancelledId)
    if (this.#served.has(cancelledId)) this.#settle(cancelledId)
  }

  #settle(id: RequestId): void {
    this.#served.delete(id)
    const batch = this.#batchOf(id)
    batch?.waiting.delete(id)
    if (batch?.waiting.size === 0) {
      this.#batches.delete(batch)
      if (batch.answers.length > 0) this.#write(batch.answers)
    }
    if (this.#served.size === 0) this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #batchOf(id: RequestId): Batch | null {
    return Array.from(this.#batches).find(({ waiting }) => waiting.has(id)) ?? null
  }

  #refuse({ id, code, message }: RefusedLine): void {
    this.onerror?.(new Error(message))
    this.#write({ jsonrpc: '2.0', id, error: { code, message } })
  }

  #write(value: object): void {
    if (this.#output.writable) this.#output.write(`${wellFormedJson(value)}\n`)
  }
}

function cancelledRequest(message: JSONRPCMessage): RequestId | null {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return null
  const id = message.params?.['requestId']
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function cancelledAnswer(id: RequestId): JSONRPCMessage {
  const { code, message, data } = failure('CANCELLED', 'interrupted')
  return {
    jsonrpc: '2.0',
    id,
    error: { code: cancelledCode, message: `${code}: ${message}`, data: { code, ...data } },
  }
}
