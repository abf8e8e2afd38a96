import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

import { builtInModels } from './built-in-models.ts'
import { Connection } from './connection.ts'
import { FakeRequest } from './fake-request.ts'
import { HttpMessageReader } from './http-message.ts'
import type { HttpMessage } from './http-message.ts'
import { playScript, reply } from './play-script.ts'
import { protocolOf } from './protocols/protocols.ts'
import type { ModelScript } from './script.ts'
import { errorReply } from './script.ts'

export interface FakeProviderOptions {
  /** 0, the default, uses a free one. */
  port?: number
  /** If set, requests without this key get a 401. */
  apiKey?: string
  /** The `owned_by` value in `/v1/models`, which identifies local servers. */
  ownedBy?: string
  /** Additional GET paths and their JSON responses, such as Ollama's `/api/version`. */
  routes?: Record<string, unknown>
  /** A path whose requests are never answered. */
  hangsAt?: string
  /** The script of all other models; if absent, there are none. */
  anyModel?: ModelScript
}

/** A scripted provider on a loopback port. `close` closes everything. */
export interface FakeProvider {
  readonly port: number
  /** `http://127.0.0.1:PORT/v1`, the address of the provider for a user. */
  readonly baseUrl: string
  /** All chat requests so far, oldest first. */
  readonly requests: readonly FakeRequest[]
  /** The number of open sockets. */
  readonly openSockets: number
  /** The number of sockets accepted so far. */
  readonly acceptedSockets: number
  /** Resolves once a socket was accepted. */
  waitForSocket(): Promise<void>
  /** Sets what the model of this name does from now on; replaces a built-in one. */
  script(model: string, script: ModelScript): void
  /** The first chat request (for this model) that no earlier call returned; waits for it if necessary. */
  waitForRequest(model?: string): Promise<FakeRequest>
  close(): Promise<void>
}

/** Starts the server. */
export async function startFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const provider = new SocketFakeProvider(options)
  await provider.listen(options.port ?? 0)
  return provider
}

interface RequestWaiter {
  model: string | undefined
  resolve: (request: FakeRequest) => void
  reject: (error: Error) => void
}

class SocketFakeProvider implements FakeProvider {
  readonly requests: FakeRequest[] = []
  acceptedSockets = 0
  readonly #options: FakeProviderOptions
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #scripts: Map<string, ModelScript>
  readonly #handedOut = new Set<FakeRequest>()
  readonly #waiters = new Set<RequestWaiter>()

  constructor(options: FakeProviderOptions) {
    this.#options = options
    this.#scripts = new Map(builtInModels())
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/v1`
  }

  get openSockets(): number {
    return this.#sockets.size
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async waitForSocket(): Promise<void> {
    if (this.acceptedSockets === 0) await once(this.#server, 'connection')
  }

  script(model: string, script: ModelScript): void {
    this.#scripts.set(model, script)
  }

  waitForRequest(model?: string): Promise<FakeRequest> {
    const arrived = this.requests.find(
      (request) => !this.#handedOut.has(request) && (model === undefined || request.model === model),
    )
    if (arrived !== undefined) {
      this.#handedOut.add(arrived)
      return Promise.resolve(arrived)
    }
    return new Promise((resolve, reject) => {
      this.#waiters.add({ model, resolve, reject })
    })
  }

  async close(): Promise<void> {
    const closed = [this.#server, ...this.#sockets].map(
      (open) => new Promise<void>((resolve) => open.once('close', () => resolve())),
    )
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    for (const waiter of this.#waiters) {
      waiter.reject(
        new Error(`the fake provider was closed before a request arrived (${waiter.model ?? 'any'})`),
      )
    }
    this.#waiters.clear()
    await Promise.all(closed)
  }

  #accept(socket: Socket): void {
    this.acceptedSockets += 1
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    // Clients reset connections routinely; `close` follows and is recorded.
    socket.on('error', () => {})
    const reader = new HttpMessageReader()
    const endEarly = () => socket.end()
    const onData = (chunk: Buffer) => {
      let message: HttpMessage | null
      try {
        message = reader.push(chunk)
      } catch {
        // Answers an unparsable request like a real server; the test sees the 400.
        socket.write('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
        socket.destroySoon()
        return
      }
      if (message === null) return
      socket.off('data', onData)
      socket.off('end', endEarly)
      socket.resume()
      void this.#answer(socket, message)
    }
    socket.on('data', onData)
    socket.on('end', endEarly)
  }

  async #answer(socket: Socket, message: HttpMessage): Promise<void> {
    const protocol = protocolOf(message)
    const request = new FakeRequest(this.requests.length + 1, message, protocol)
    const connection = new Connection(socket, request)
    const isChat = protocol.modelOf(message) !== null
    if (isChat) this.#record(request)
    const { apiKey, hangsAt } = this.#options
    if (message.path === hangsAt) {
      await playScript({ type: 'no-answer' }, request, connection)
      return
    }
    if (apiKey !== undefined && request.apiKey !== apiKey) {
      const refusal = errorReply(401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' })
      await playScript(refusal, request, connection)
      return
    }
    if (isChat) {
      const script = this.#scripts.get(request.model) ?? this.#options.anyModel ?? noSuchModel(request.model)
      const wanted = typeof script === 'function' ? await script(request) : script
      await playScript(wanted, request, connection)
      return
    }
    const json = this.#jsonFor(request, message)
    if (json === undefined) {
      await playScript(errorReply(404, { message: `There is no ${message.path} here.` }), request, connection)
      return
    }
    reply(connection, 200, { 'content-type': 'application/json' }, JSON.stringify(json))
  }

  #jsonFor({ protocol }: FakeRequest, message: HttpMessage): unknown {
    const { ownedBy = 'fake-provider', routes = {} } = this.#options
    const list = protocol.modelList(message, [...this.#scripts.keys()], ownedBy)
    return list ?? (message.method === 'GET' ? routes[message.path] : undefined)
  }

  #record(request: FakeRequest): void {
    this.requests.push(request)
    for (const waiter of this.#waiters) {
      if (waiter.model !== undefined && waiter.model !== request.model) continue
      this.#waiters.delete(waiter)
      this.#handedOut.add(request)
      waiter.resolve(request)
      return
    }
  }
}

function noSuchModel(model: string): ModelScript {
  return errorReply(404, { message: `The model ${model} does not exist.`, code: 'model_not_found' })
}
