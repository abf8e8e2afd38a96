import type { CallToolResult, ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'

import { ParleyError } from '../../../shared/errors'
import { failure, toErrorData } from '../../../shared/failures/failure'
import { serverFailure } from '../../../shared/failures/server-failure'
import type { ServerInfo, ServerState } from '../../../shared/tools/servers'
import { unlessAborted } from '../../base/pause'
import type { SavedServer } from '../../model-setup/server-setup'
import type { ToolCallContext } from '../tool'
import { CallTimer } from './calls/call-timer'
import { elicit, visitPages } from './calls/elicit'
import type { ConnectionEvents, ServerConnection, ServerList } from './connection/connection'
import { ServerLog } from './connection/server-log'
import type { RememberedServer } from './definitions/remembered-server'
import type { ServerDeps } from './server-deps'
import { serverInfo } from './server-info'
import { commandHash, placeOf } from './definitions/server-place'
import { SignInStore } from './sign-in/stored-sign-in'
import { readList, startServer } from './start-server'

/** A call in progress. */
interface ActiveCall {
  call: ToolCallContext
  timer: CallTimer
}

/** A call of a tool. */
export interface RequestedTool {
  /** The server's own name for it. */
  name: string
  input: Record<string, unknown>
  inputSchema: Record<string, unknown>
  outputSchema?: Record<string, unknown> | undefined
  /** @throws ParleyError the tool is not what the user was shown */
  assertUnchanged(): void
}

/** A connection that is being opened, for everyone who waits for it. */
interface Opening {
  connection: Promise<ServerConnection>
  abort: AbortController
  waiting: number
}

/** How long a server has to answer after a cancelled call. */
const answerGraceMs = 2_000

/** A server of the user's: it connects on demand, ends when idle, and its failures concern nothing else. */
export class Server {
  readonly id: string
  readonly #deps: ServerDeps
  readonly #log = new ServerLog()
  readonly #calls = new Set<ActiveCall>()
  #opening: Opening | null = null
  #connection: ServerConnection | null = null
  /** Earlier connections that are being closed. */
  #closing: Promise<unknown> = Promise.resolve()
  #problem: ParleyError | null = null
  #uses = 0
  #cancelIdle: () => void = () => {}

  constructor(id: string, deps: ServerDeps) {
    this.id = id
    this.#deps = deps
  }

  /** Whether something waits for it. */
  get isInUse(): boolean {
    return this.#uses > 0
  }

  /** What the server offered when it was last connected; null before that. */
  offers(): RememberedServer | null {
    const server = this.#deps.settings.get(this.id)
    return server === undefined ? null : this.#deps.remembered.get(this.id, placeOf(server.transport))
  }

  /** Null for a server that was removed. */
  info(): ServerInfo | null {
    const server = this.#deps.settings.get(this.id)
    if (server === undefined) return null
    return serverInfo(server, {
      state: this.#state(server),
      problem: this.#problem === null ? null : toErrorData(this.#problem),
      offers: this.offers(),
      log: this.#log.lines(),
      isSignedIn: this.#isSignedIn(server),
    })
  }

  /**
   * Calls a tool, after `assertUnchanged`: a server that was just started may have other tools than before. One that
   * answers nothing after a cancelled call is restarted.
   * @throws ParleyError, the reason of `call.signal`
   */
  call(tool: RequestedTool, call: ToolCallContext): Promise<CallToolResult> {
    return this.#use(call.signal, async (connection) => {
      tool.assertUnchanged()
      const timer = this.#timer()
      const active = { call, timer }
      const signal = AbortSignal.any([call.signal, timer.signal])
      this.#calls.add(active)
      call.onUpstreamOpened()
      try {
        return await connection.callTool(tool, {
          signal,
          onProgress(text) {
            timer.restart()
            call.onOutput(`${text}\n`)
          },
        })
      } catch (error) {
        if (reasonOf(error) === 'needs-sign-in') this.#endForSignIn(error)
        if (reasonOf(error) === 'needs-visit') {
          await timer.pauseFor(() => visitPages(dataOf(error)['pages'], call, this.#asking()))
        }
        throw error
      } finally {
        timer.stop()
        this.#calls.delete(active)
        if (signal.aborted) void this.#afterCancel(connection).finally(() => call.onUpstreamClosed())
        else call.onUpstreamClosed()
      }
    })
  }

  /** Asks a connected server for anything else, within the time of a call. */
  ask<Result>(
    signal: AbortSignal,
    work: (connection: ServerConnection, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    return this.#use(signal, async (connection) => {
      const timer = this.#timer()
      try {
        return await work(connection, AbortSignal.any([signal, timer.signal]))
      } finally {
        timer.stop()
      }
    })
  }

  /** Connects unless it is connected. Asks the user again even if they declined before. @throws ParleyError */
  async start(signal: AbortSignal): Promise<void> {
    if (this.#opening === null) this.#problem = null
    await this.#use(signal, () => Promise.resolve())
  }

  /**
   * Signs in to an HTTP server in the user's browser, and connects. Without a sign-in it only connects.
   * @throws ParleyError, the reason of `signal`
   */
  async signIn(signal: AbortSignal): Promise<void> {
    const server = this.#deps.settings.get(this.id)
    const setup = server === undefined ? null : this.#deps.settings.setupOf(server)
    if (setup?.type !== 'http') throw serverFailure('no-sign-in', { server: this.id })
    const { settings, clock, version, openLink } = this.#deps
    const store = new SignInStore(settings, this.id)
    await this.close()
    const { signIn } = await import('./sign-in/sign-in')
    await signIn(this.id, setup, { store, clock, version, openLink, page: this.#deps.signInPage() }, signal)
    await this.start(signal)
  }

  /** Forgets the tokens of the sign-in. @throws STORE_FULL */
  async signOut(): Promise<void> {
    this.#deps.settings.setSignIn(this.id, null)
    await this.close()
  }

  /** Ends the server with its calls, or its start. The next call connects again. */
  async close(): Promise<void> {
    this.#cancelIdle()
    const opening = this.#opening
    const connection = this.#connection
    this.#opening = null
    this.#connection = null
    this.#problem = null
    opening?.abort.abort(failure('CANCELLED', 'request'))
    this.#closeLater(opening?.connection.catch(() => {}))
    this.#closeLater(connection?.close())
    this.#deps.onChanged()
    await this.#closing
  }

  #closeLater(work: Promise<unknown> | undefined): void {
    this.#closing = Promise.allSettled([this.#closing, work])
  }

  #state(server: SavedServer): ServerState {
    if (this.#connection !== null) return 'ready'
    if (this.#opening !== null) return 'starting'
    const reason = reasonOf(this.#problem)
    if (reason === 'not-allowed' || reason === 'needs-sign-in') return reason
    if (this.#problem !== null) return 'failed'
    const hash = commandHash(server.transport)
    return hash !== null && server.allowed !== hash ? 'unconfirmed' : 'stopped'
  }

  /** The server demands a sign-in, or more than was granted: the user is told so by its state. */
  #endForSignIn(error: unknown): void {
    const { scope } = dataOf(error)
    if (typeof scope === 'string' && this.#deps.isReader !== true) {
      new SignInStore(this.#deps.settings, this.id).change({ wantedScope: scope })
    }
    void this.close()
    this.#problem = problemOf(error)
    this.#deps.onChanged()
  }

  /** Null for a server of which no sign-in is known. */
  #isSignedIn(server: SavedServer): boolean | null {
    if (server.transport.type !== 'http') return null
    const { tokens } = new SignInStore(this.#deps.settings, this.id).get()
    if (reasonOf(this.#problem) === 'needs-sign-in') return false
    return tokens === undefined ? null : true
  }

  #timer(): CallTimer {
    const timeoutMs = (this.#deps.settings.get(this.id)?.timeoutSeconds ?? 0) * 1_000
    return new CallTimer(this.#deps.clock, timeoutMs, () =>
      serverFailure('call-time', { server: this.id, timeoutMs }),
    )
  }

  async #use<Result>(
    signal: AbortSignal,
    work: (connection: ServerConnection) => Promise<Result>,
  ): Promise<Result> {
    this.#cancelIdle()
    this.#uses += 1
    try {
      return await work(await this.#connected(signal))
    } finally {
      this.#uses -= 1
      this.#endWhenIdle()
    }
  }

  async #connected(signal: AbortSignal): Promise<ServerConnection> {
    signal.throwIfAborted()
    if (this.#connection !== null) return this.#connection
    const server = this.#deps.settings.get(this.id)
    if (server === undefined) throw serverFailure('missing', { server: this.id })
    if (!server.isEnabled) throw serverFailure('off', { server: this.id })
    // A model must not be able to have the user asked again and again.
    if (reasonOf(this.#problem) === 'not-allowed') throw this.#problem
    const opening = this.#opening ?? this.#open(server)
    opening.waiting += 1
    try {
      return await unlessAborted(opening.connection, signal, () => {
        throw signal.reason
      })
    } finally {
      opening.waiting -= 1
      if (opening.waiting === 0 && signal.aborted) this.#giveUp(opening, signal.reason)
    }
  }

  /** Nobody wants it any more: a question to the user about it is withdrawn, and the next call opens another one. */
  #giveUp(opening: Opening, reason: unknown): void {
    opening.abort.abort(reason)
    if (this.#opening !== opening) return
    this.#opening = null
    this.#closeLater(opening.connection.catch(() => {}))
  }

  #open(server: SavedServer): Opening {
    const abort = new AbortController()
    const opening = { connection: this.#connect(server, abort.signal), abort, waiting: 0 }
    this.#opening = opening
    this.#problem = null
    void this.#settle(opening)
    this.#deps.onChanged()
    return opening
  }

  /** Takes over an opened connection, or closes one that is no longer wanted. */
  async #settle(opening: Opening): Promise<void> {
    try {
      const connection = await opening.connection
      if (this.#opening === opening) this.#connection = connection
      else this.#closeLater(connection.close())
      void this.#watch(connection)
    } catch (error) {
      if (this.#opening === opening && !opening.abort.signal.aborted) this.#problem = problemOf(error)
    }
    if (this.#opening === opening) this.#opening = null
    this.#deps.onChanged()
  }

  async #connect(server: SavedServer, signal: AbortSignal): Promise<ServerConnection> {
    // Two processes of one server might use the same files.
    await this.#closing
    const events: ConnectionEvents = {
      elicit: (params, elicitSignal) => this.#elicit(params, elicitSignal),
      onListChanged: (list) => void this.#refresh(list),
      onCancelIgnored: () => void this.#replace(this.#connection),
    }
    return startServer(server, { deps: this.#deps, log: this.#log, events }, signal)
  }

  /** Notices when a connection ends by itself. */
  async #watch(connection: ServerConnection): Promise<void> {
    const reason = await connection.ended
    if (this.#connection !== connection) return
    this.#connection = null
    this.#problem = reason
    // What it left behind.
    this.#closeLater(connection.close())
    this.#deps.onChanged()
  }

  #endWhenIdle(): void {
    const idleSeconds = this.#deps.settings.get(this.id)?.idleSeconds ?? 0
    if (this.#uses > 0 || this.#connection === null || idleSeconds === 0) return
    this.#cancelIdle = this.#deps.clock.after(idleSeconds * 1_000, () => void this.close())
  }

  /** Resolves when the server is known to have stopped working on a cancelled call, or is gone. */
  async #afterCancel(connection: ServerConnection): Promise<void> {
    if (this.#connection !== connection || (await connection.answers(answerGraceMs))) return
    await this.#replace(connection)
  }

  /** Restarts a server that does not stop. */
  async #replace(connection: ServerConnection | null): Promise<void> {
    if (connection === null || this.#connection !== connection) return
    const closed = this.close()
    this.#deps.onRestarted(this.id)
    await closed
    await this.start(new AbortController().signal).catch(() => {
      // Shown as the state of the server.
    })
  }

  /** What a server offers has changed: applies from the next step of a run. */
  async #refresh(list: ServerList): Promise<void> {
    const connection = this.#connection
    if (connection === null) return
    const timer = this.#timer()
    try {
      const changed = await readList(connection, list, timer.signal)
      const offers = this.offers()
      if (this.#connection !== connection || offers === null) return
      this.#deps.remembered.set({ ...offers, ...changed })
      this.#deps.onChanged()
    } catch (error) {
      this.#log.add(problemOf(error).message)
    } finally {
      timer.stop()
    }
  }

  /**
   * Servers do not say to which call a question belongs. If calls of several chats are in progress, it is cancelled
   * rather than shown in the wrong one.
   */
  async #elicit(params: ElicitRequestParams, signal: AbortSignal): Promise<ElicitResult> {
    const active = [...this.#calls]
    const latest = active.at(-1)
    const isAmbiguous = active.some(({ call }) => call.sessionId !== latest?.call.sessionId)
    if (latest === undefined || isAmbiguous) return { action: 'cancel' }
    return latest.timer.pauseFor(() => elicit(params, latest.call, this.#asking(), signal))
  }

  #asking() {
    const { newId, openLink } = this.#deps
    return { server: this.id, newId, openLink }
  }
}

function dataOf(error: unknown): Record<string, unknown> {
  return error instanceof ParleyError ? (error.data ?? {}) : {}
}

function reasonOf(error: unknown): unknown {
  return dataOf(error)['reason']
}

function problemOf(error: unknown): ParleyError {
  return error instanceof ParleyError ? error : failure('INTERNAL', 'bug', {}, error)
}
