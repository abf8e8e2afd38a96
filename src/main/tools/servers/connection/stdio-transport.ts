import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

import type { ParleyError } from '../../../../shared/errors'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { wellFormedJson } from '../../../../shared/text/well-formed-json'
import type { AgentProcess } from '../../../agents/agent-process'
import { errorCode } from '../../../base/error-code'
import type { CancelledRequests } from './cancelled-requests'
import { messageLimits } from './message-limits'
import type { MessageReader } from './message-reader'

/** Read at once. After that the server has to wait for a moment, so that a flood costs little. */
const burstBytes = 1_000_000
const burstMessages = 200
const pauseMs = 10
const lineFeed = 10

/** Messages as lines over the pipes of a supervised process. */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  /** Both mark it as a pipe for the library: a server there that ignores an unknown request speaks an older version. */
  readonly stderr = null
  readonly #process: AgentProcess
  readonly #onForeign: (line: string) => void
  readonly #cancelled: CancelledRequests
  readonly #reader: MessageReader
  /** The reason why reading failed. */
  fault: ParleyError | null = null
  isClosed = false

  constructor(
    process: AgentProcess,
    deps: { onForeign: (line: string) => void; cancelled: CancelledRequests; reader: MessageReader },
  ) {
    this.#process = process
    this.#onForeign = deps.onForeign
    this.#cancelled = deps.cancelled
    this.#reader = deps.reader
  }

  get pid(): number {
    return this.#process.pid
  }

  start(): Promise<void> {
    void this.#read()
    return Promise.resolve()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#process
    if (this.isClosed || !stdin.writable) throw new Error('the server has exited')
    this.#cancelled.sent(message)
    this.#reader.sent(message)
    if (stdin.write(`${wellFormedJson(message)}\n`)) return
    // A server that does not read must not make Parley keep what it is sent.
    await Promise.race([once(stdin, 'drain'), once(stdin, 'close')])
  }

  /** Ends the connection, not the process. */
  close(): Promise<void> {
    this.#end()
    return Promise.resolve()
  }

  #end(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.onclose?.()
  }

  async #read(): Promise<void> {
    try {
      for await (const line of lines(this.#process.stdout)) {
        if (this.isClosed) return
        this.#take(line)
      }
    } catch (error) {
      this.fault = error instanceof LineTooLong ? messageTooLarge() : this.fault
      this.onerror?.(error instanceof Error ? error : new Error(String(error)))
    } finally {
      this.#end()
    }
  }

  #take(line: string): void {
    for (const piece of pieces(line)) {
      const messages = this.#reader.read(parsed(piece))
      // Many servers print what belongs in their log.
      if (messages === null && piece.trim() !== '') this.#onForeign(piece)
      for (const message of messages ?? []) this.#pass(message)
    }
  }

  #pass(message: JSONRPCMessage): void {
    this.#cancelled.received(message)
    try {
      this.onmessage?.(message)
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

function messageTooLarge(): ParleyError {
  return serverFailure('too-large', { megabytes: messageLimits.bytes / 1_000_000 })
}

/** The start of a message in a line that also has something else, such as a prompt or a byte-order mark. */
const messageStart = /(?=\{\s*"jsonrpc"\s*:)/

/** A line, or its parts if it is more than one message. */
function pieces(line: string): string[] {
  return parsed(line) === null ? line.split(messageStart) : [line]
}

/** Null for anything but JSON, which may have a byte-order mark before it and the end of a colour behind it. */
function parsed(text: string): unknown {
  const start = text.trim()
  if (!start.startsWith('{') && !start.startsWith('[')) return null
  for (const json of [start, start.slice(0, start.lastIndexOf('}') + 1)]) {
    try {
      return JSON.parse(json)
    } catch {
      // Not JSON.
    }
  }
  return null
}

/** A line is longer than a message may be. */
class LineTooLong extends Error {}

/** The lines of a stream, with a limit on their length and on how fast they are read. */
async function* lines(stream: Readable): AsyncGenerator<string, void, undefined> {
  let parts: Buffer[] = []
  let sizeBytes = 0
  let burst = 0
  let count = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        if (sizeBytes + end - start > messageLimits.bytes) throw new LineTooLong('the message is too long')
        yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString('utf8')
        parts = []
        sizeBytes = 0
        start = end + 1
        count += 1
        if (count % burstMessages === 0) await delay(pauseMs)
      }
      sizeBytes += chunk.length - start
      if (sizeBytes > messageLimits.bytes) throw new LineTooLong('the message is too long')
      if (start < chunk.length) parts.push(chunk.subarray(start))
      burst += chunk.length
      if (burst < burstBytes) continue
      burst = 0
      await delay(pauseMs)
    }
  } catch (error) {
    // The server was ended during a read.
    if (errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE') return
    throw error
  }
}
