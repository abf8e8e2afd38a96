import {
  client,
  type ClientConnection,
  methods,
  PROTOCOL_VERSION,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk'

import type { AgentProcess } from '../agent-process'
import { type AgentAbilities, initializeResponse } from './responses'
import type { OddOutput } from '../turns/odd-output'
import { messageStream, updateMethod } from './message-stream'
import { type AcpNotification, type PermissionRequest, permissionRequest, readNotification } from './updates'

/** Receives what an agent sends, and answers its requests. */
export interface AcpListener {
  onUpdate(notification: AcpNotification): void
  onPermission(request: PermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>
  /** Resolves when the listener can take more; null while it can. */
  whenReady(): Promise<void> | null
}

/** A started agent that speaks the Agent Client Protocol. */
export class AcpConnection {
  readonly process: AgentProcess
  /** Notes what Parley does not understand. */
  readonly odd: OddOutput
  /** Aborts when no more requests are possible; its reason says why. */
  readonly signal: AbortSignal
  readonly #connection: ClientConnection
  #listener: AcpListener | null = null
  #lastUpdateAt = 0
  readonly #now: () => number

  constructor(process: AgentProcess, { now, odd }: { now: () => number; odd: OddOutput }) {
    this.process = process
    this.odd = odd
    this.#now = now
    const stream = messageStream({
      stdin: process.stdin,
      stdout: process.stdout,
      isReady: () => this.#listener?.whenReady() ?? null,
      odd,
    })
    this.#connection = client({ name: 'parley' })
      .onNotification(
        updateMethod,
        (params) => this.#read(params),
        ({ params }) => {
          this.#lastUpdateAt = this.#now()
          if (params !== null) this.#listener?.onUpdate(params)
        },
      )
      .onNotification('*', ({ method, params }) => odd.note('message', JSON.stringify({ method, params })))
      .onRequest(methods.client.session.requestPermission, permissionRequest, ({ params, signal }) =>
        // Without a listener nobody can decide, and nothing is allowed automatically.
        this.#listener === null
          ? { outcome: { outcome: 'cancelled' } }
          : this.#listener.onPermission(params, signal),
      )
      .connect(stream)
    this.signal = this.#connection.signal
  }

  #read(params: unknown): AcpNotification | null {
    const notification = readNotification(params)
    if (notification === null) this.odd.note('message', JSON.stringify(params) ?? '')
    return notification
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
