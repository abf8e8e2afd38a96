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

/** Receives what an agent sends, and answers its requests. */
export interface AcpListener {
  onUpdate(notification: SessionNotification): void
  onPermission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>
  /** Resolves when the listener can take more; null while it can. */
  whenReady(): Promise<void> | null
}

/** A started agent that speaks the Agent Client Protocol. */
export class AcpConnection {
  readonly process: AgentProcess
  /** Aborts when no more requests are possible; its reason says why. */
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
      isReady: () => this.#listener?.whenReady() ?? null,
    })
    this.#connection = client({ name: 'parley' })
      .onNotification(methods.client.session.update, ({ params }) => {
        this.#lastUpdateAt = this.#now()
        this.#listener?.onUpdate(params)
      })
      .onRequest(methods.client.session.requestPermission, ({ params, signal }) =>
        // Without a listener nobody can decide, and nothing is allowed automatically.
        this.#listener === null
          ? { outcome: { outcome: 'cancelled' } }
          : this.#listener.onPermission(params, signal),
      )
      .connect(stream)
    this.signal = this.#connection.signal
  }

  /** Sets the listener for everything that follows. */
  listen(listener: AcpListener): void {
    this.#listener = listener
  }

  /** The time of the last update, on the monotonic clock. */
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

  /** @throws the agent's error, or the reason why the connection is closed */
  request(method: string, params: unknown): Promise<unknown> {
    return this.#connection.agent.request(method, params)
  }

  /** Asks the agent to cancel; the response to the prompt shows whether it did. */
  cancel(sessionId: string): void {
    this.#connection.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {
      // The agent has exited, so there is nothing to cancel.
    })
  }

  /** Ends the agent; resolves when its whole process tree is gone. An idle agent is asked by closing its input. */
  async end(isIdle: boolean): Promise<void> {
    this.#listener = null
    if (isIdle) await this.process.end(() => this.process.stdin.end())
    else await this.process.end()
    this.#connection.close()
  }
}
