import type { Readable, Writable } from 'node:stream'

/** A message as received, not validated. */
export interface RawMessage {
  id?: string | number | null
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: unknown }
}

/** The messages between a client and a server over two streams, line by line, without a library. */
export class RawConversation {
  /** All messages from the server, parsed, in order; an array is a batch. */
  readonly messages: (RawMessage | RawMessage[])[] = []
  /** Lines that are not JSON. */
  readonly strayLines: string[] = []
  readonly #toServer: Writable
  readonly #waiting = new Set<() => void>()
  #rest = ''
  #nextId = 1
  #isOver = false

  constructor(toServer: Writable, fromServer: Readable) {
    this.#toServer = toServer
    // A server that is gone cannot receive anything.
    toServer.on('error', () => {})
    fromServer.setEncoding('utf8').on('data', (text: string) => this.#take(text))
    fromServer.on('close', () => {
      this.#isOver = true
      this.#wake()
    })
  }

  /** Sends a raw line or a message. */
  send(message: string | object): void {
    this.#toServer.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  }

  endInput(): void {
    this.#toServer.end()
  }

  notify(method: string, params?: object): void {
    this.send({ jsonrpc: '2.0', method, params })
  }

  /** Sends a request and returns its id. */
  request(method: string, params: object = {}, id: string | number = this.#nextId++): string | number {
    this.send({ jsonrpc: '2.0', id, method, params })
    return id
  }

  callTool(name: string, args: object, meta?: object): string | number {
    return this.request('tools/call', { name, arguments: args, _meta: meta })
  }

  /** The answer to a request, even if it has already arrived. */
  answer(id: string | number | null): Promise<RawMessage> {
    return this.message((message) => message.id === id && message.method === undefined)
  }

  async ask(method: string, params: object = {}): Promise<RawMessage> {
    return this.answer(this.request(method, params))
  }

  /** The first such message, even if it has already arrived. Rejects when the server ends first. */
  async message(isWanted: (message: RawMessage) => boolean): Promise<RawMessage> {
    for (;;) {
      const found = this.messages.flat().find(isWanted)
      if (found !== undefined) return found
      if (this.#isOver) throw new Error('the server ended before the expected message')
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  answersTo(id: string | number): RawMessage[] {
    return this.messages.flat().filter((message) => message.id === id && message.method === undefined)
  }

  async initialize(protocolVersion: string, capabilities: object = {}): Promise<RawMessage> {
    const clientInfo = { name: 'raw', version: '1' }
    return this.ask('initialize', { protocolVersion, capabilities, clientInfo })
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      try {
        this.messages.push(JSON.parse(line) as RawMessage | RawMessage[])
      } catch {
        this.strayLines.push(line)
      }
    }
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}
