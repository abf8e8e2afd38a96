import {
  client,
  type ClientConnection,
  methods,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionNotification,
} from '@agentclientprotocol/sdk'

import type { AgentProcess } from '../agent-process'
import { type AgentAbilities, initializeResponse } from './responses'
import { messageStream } from './message-stream'

/** The one who hears what an agent says, and answers what it asks. */
export interface AcpListener {
  onUpdate(notification: SessionNotification): void
  onPermission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>
  /** Resolves when it can take more; null while it can. */
  room(): Promise<void> | null
}

/** A started agent that is talked to by the Agent Client Protocol. */
export class AcpConnection {
  readonly process: AgentProcess
  /** Aborts when nothing can be asked any more; its reason says why. */
  readonly signal: AbortSignal
  readonly #connection: ClientConnection
  #listener: AcpListener | null = null
  #lastUpdateAt = 0
  readonly #now: () => number

  constructor(process: AgentProcess, now: () => number) {
    this.process = process
    this.#now = now
    const stream = messageStream({
      stdin: process.stdin,
      stdout: process.stdout,
      isReady: () => this.#listener?.room() ?? null,
    })
    this.#connection = client({ name: 'parley' })
      .onNotification(methods.client.session.update, ({ params }) => {
        this.#lastUpdateAt = this.#now()
        this.#listener?.onUpdate(params)
      })
      .onRequest(methods.client.session.requestPermission, ({ params, signal }) =>
        // Nobody is there to be asked, and nothing is ever allowed by itself.
        this.#listener === null
          ? { outcome: { outcome: 'cancelled' } }
          : this.#listener.onPermission(params, signal),
      )
      .connect(stream)
    this.signal = this.#connection.signal
  }

  /** Whom to tell from now on. */
  listen(listener: AcpListener): void {
    this.#listener = listener
  }

  /** When something came last, on the monotonic clock. */
  get lastUpdateAt(): number {
    return this.#lastUpdateAt
  }

  get isOpen(): boolean {
    return !this.signal.aborted
  }

  async initialize(version: string, clientMeta: Readonly<Record<string, unknown>>): Promise<AgentAbilities> {
    const answer = await this.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: 'parley', title: 'Parley', version },
      clientCapabilities: {
        fs: { readTextFile: false, writeTextFile: false },
        terminal: false,
        session: { notices: {} },
        _meta: clientMeta,
      },
    })
    return initializeResponse.parse(answer).agentCapabilities
  }

  /** @throws what the agent refused it with, or the reason why the connection is closed */
  request(method: string, params: unknown): Promise<unknown> {
    return this.#connection.agent.request(method, params)
  }

  /** Asks the agent to end what it does; whether it heard that is told by the answer to the prompt. */
  cancel(sessionId: string): void {
    this.#connection.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {
      // It is gone, and with it what was to be ended.
    })
  }

  /** Resolves when the process and all that it started is gone. An agent at rest is asked by the end of its input. */
  async end(isAtRest: boolean): Promise<void> {
    this.#listener = null
    if (isAtRest) await this.process.end(() => this.process.stdin.end())
    else await this.process.end()
    this.#connection.close()
  }
}
