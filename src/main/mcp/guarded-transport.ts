import { PassThrough, type Readable, type Writable } from 'node:stream'

import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

import { failure } from '../../shared/failures/failure'
import { wellFormedJson } from '../../shared/text/well-formed-json'
import type { RunningRequests } from './calls/running-requests'
import { boundDepth, documentDepth } from '../../shared/json-depth'

/** The longest message that is accepted: images arrive in it as text. */
const longestMessageBytes = 64 * 1024 * 1024
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
      maxBufferSize: 2 * longestMessageBytes,
    })
    this.#filter = new MessageFilter(
      {
        onMessage: (line) => this.#lines.write(`${line}\n`),
        onBatch: (ids) => this.#batches.add({ waiting: new Set(ids), answers: [] }),
        onRefused: (refused) => this.#refuse(refused),
      },
      longestMessageBytes,
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

/** Why a line is rejected, as JSON-RPC codes. */
const refusalCodes = { unreadable: -32700, invalid: -32600 } as const

/** A line that cannot be served, with its id if it has one. */
export interface RefusedLine {
  id: RequestId | null
  code: (typeof refusalCodes)[keyof typeof refusalCodes]
  message: string
}

/** Handlers for the lines that a client sends. */
interface FilteredInput {
  /** One message, as one line. */
  onMessage(line: string): void
  /** Several messages arrived as a batch; these are the ids of those that need an answer. */
  onBatch(ids: RequestId[]): void
  onRefused(refused: RefusedLine): void
}

const newline = 0x0a

/**
 * Splits bytes into lines and passes messages on. The library's own reader ends the connection on a long line and
 * silently drops other unreadable ones; it does not support batches, which versions up to 2025-03-26 have.
 */
export class MessageFilter {
  readonly #input: FilteredInput
  readonly #maxLineBytes: number
  #pieces: Buffer[] = []
  #sizeBytes = 0
  #isSkipping = false

  constructor(input: FilteredInput, maxLineBytes: number) {
    this.#input = input
    this.#maxLineBytes = maxLineBytes
  }

  take(chunk: Buffer): void {
    for (let from = 0; ;) {
      const end = chunk.indexOf(newline, from)
      this.#keep(end === -1 ? chunk.subarray(from) : chunk.subarray(from, end))
      if (end === -1) return
      this.#endLine()
      from = end + 1
    }
  }

  #keep(piece: Buffer): void {
    if (this.#isSkipping || piece.length === 0) return
    this.#pieces.push(piece)
    this.#sizeBytes += piece.length
    if (this.#sizeBytes <= this.#maxLineBytes) return
    this.#pieces = []
    this.#isSkipping = true
    this.#input.onRefused({
      id: null,
      code: refusalCodes.invalid,
      message: `A message can have at most ${this.#maxLineBytes} bytes.`,
    })
  }

  #endLine(): void {
    const line = Buffer.concat(this.#pieces).toString('utf8').trim()
    const wasSkipped = this.#isSkipping
    this.#pieces = []
    this.#sizeBytes = 0
    this.#isSkipping = false
    if (!wasSkipped && line !== '') this.#read(line)
  }

  #read(line: string): void {
    let given: unknown
    try {
      given = JSON.parse(line)
    } catch {
      this.#input.onRefused({ id: null, code: refusalCodes.unreadable, message: 'The line is not JSON.' })
      return
    }
    const value = boundDepth(given, documentDepth)
    if (!Array.isArray(value)) this.#pass(value, value === given ? line : JSON.stringify(value))
    else if (value.length === 0) this.#refuse(value)
    else this.#passBatch(value)
  }

  #passBatch(values: unknown[]): void {
    const ids = values.flatMap((value) => (isJSONRPCRequest(value) ? [value.id] : []))
    if (ids.length > 0) this.#input.onBatch(ids)
    for (const value of values) this.#pass(value, JSON.stringify(value))
  }

  #pass(value: unknown, line: string): void {
    try {
      parseJSONRPCMessage(value)
    } catch {
      this.#refuse(value)
      return
    }
    this.#input.onMessage(line)
  }

  #refuse(value: unknown): void {
    this.#input.onRefused({
      id: idOf(value),
      code: refusalCodes.invalid,
      message: 'The line is not a JSON-RPC 2.0 message.',
    })
  }
}

function idOf(value: unknown): RequestId | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null
}
