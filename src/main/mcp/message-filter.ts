import { isJSONRPCRequest, parseJSONRPCMessage, type RequestId } from '@modelcontextprotocol/server'

import { boundDepth, documentDepth } from '../../shared/json-depth'

/** Why a line is rejected, as JSON-RPC codes. */
export const refusalCodes = { unreadable: -32700, invalid: -32600 } as const

/** A line that cannot be served, with its id if it has one. */
export interface RefusedLine {
  id: RequestId | null
  code: (typeof refusalCodes)[keyof typeof refusalCodes]
  message: string
}

/** Handlers for the lines that a client sends. */
export interface FilteredInput {
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
