import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'

import { deepEqual } from '../../../shared/deep-equal'
import { ParleyError } from '../../../shared/errors'
import { failure, toErrorData } from '../../../shared/failures/failure'
import { serverFailure } from '../../../shared/failures/server-failure'
import type { ServerInfo, ServerState } from '../../../shared/tools/servers'
import { unlessAborted } from '../../base/pause'
import type { SavedServer } from '../../model-setup/schema'
import type { ToolCallContext, ToolResult } from '../tool'
import { ActiveCalls, answersAfterCancel, isBusyAfterCancel } from './active-calls'
import { CallTimer } from './calls/call-timer'
import { elicit, visitPages } from './calls/elicit'
import { outputNote } from './calls/output-note'
import { readToolResult } from './calls/tool-result'
import { isStartAllowed } from './confirm-start'
import type { ConnectionEvents, ServerConnection, ServerList } from './connection/connection'
import { ServerLog } from './connection/server-log'
import type { RememberedServer } from './definitions/remembered-servers'
import { serverPlace } from './definitions/server-id'
import { ListUpdates } from './list-updates'
import type { ServerDeps } from './server-deps'
import { serverInfo } from './server-info'
import { ServerLife } from './server-life'
import { SignInStore } from './sign-in/stored-sign-in'
import { readList, startServer } from './start-server'

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

/** The shortest time between two readings of changed lists. */
const refreshRestMs = 1_000

/** A server of the user's: it connects on demand, ends when idle, and its failures concern nothing else. */
export class Server {
  readonly id: string
  readonly #deps: ServerDeps
  readonly #log = new ServerLog()
  readonly #calls = new ActiveCalls()
  readonly #signIns: SignInStore
  readonly #life: ServerLife
  readonly #updates = new ListUpdates({
    read: (list) => this.#refresh(list),
    rest: () => new Promise((resolve) => void this.#deps.clock.after(refreshRestMs, resolve)),
  })
  #uses = 0
  #isAsking = false
  #cancelIdle: () => void = () => {}

  constructor(id: string, deps: ServerDeps) {
    this.id = id
    this.#deps = deps
    this.#signIns = new SignInStore(deps.settings, id)
    this.#life = new ServerLife({
      open: (signal) => this.#open(signal),
      assertMayOpen: () => void this.#startable(),
      onReady: () => this.#updates.resume(),
      onChanged: deps.onChanged,
    })
  }

  /** True if something waits for the server. */
  get isInUse(): boolean {
    return this.#uses > 0
  }

  /** The server's offers when it was last connected; null before that. */
  offers(): RememberedServer | null {
    const server = this.#deps.settings.get(this.id)
    return server === undefined ? null : this.#deps.remembered.get(this.id, serverPlace(server.transport))
  }

  /** Null for a server that was removed. */
  info(): ServerInfo | null {
    const server = this.#deps.settings.get(this.id)
    if (server === undefined) return null
    return serverInfo(server, {
      state: this.#state(server),
      problem: this.#life.problem === null ? null : toErrorData(this.#life.problem),
      offers: this.offers(),
      log: this.#log.lines(),
      isSignedIn: this.#isSignedIn(server),
    })
  }

  /**
   * Calls a tool, after `assertUnchanged`: a server that was just started may have other tools than before. One that
   * answers nothing after a cancelled call, or goes on working on it, is restarted.
   * @throws ParleyError, the reason of `call.signal`
   */
  call(tool: RequestedTool, call: ToolCallContext): Promise<ToolResult> {
    return this.#use(call.signal, async (connection) => {
      await this.#listsAreRead(call.signal)
      tool.assertUnchanged()
      const timer = this.#timer()
      const active = { connection, call, timer }
      const signal = AbortSignal.any([call.signal, timer.signal])
      let raw: unknown
      this.#calls.add(active)
      call.onUpstreamOpened()
      try {
        raw = await connection.callTool(tool, {
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
        this.#calls.remove(active)
        if (signal.aborted) void this.#afterCancel(connection, call)
        else call.onUpstreamClosed()
      }
      const read = readToolResult(raw)
      // Stop no longer concerns the server, so it only shortens the check.
      const note = await outputNote(read, tool.outputSchema, {
        jobs: this.#deps.results,
        signal: call.signal,
      })
      const { result } = read
      return note === null ? result : { ...result, text: `${result.text}\n\n${note}`.trimStart() }
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
    this.#life.forgetProblem()
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
    const { clock, version, namedHosts, openLink, signInPage } = this.#deps
    const store = this.#signIns.at(setup.url)
    const { problem } = this.#life
    await this.close()
    const { signIn } = await import('./sign-in/sign-in')
    try {
      await signIn(
        this.id,
        setup,
        { store, clock, version, namedHosts, openLink, page: signInPage() },
        signal,
      )
    } catch (error) {
      // It needs a sign-in as before.
      if (this.#life.phase === 'closed') await this.#life.close(problem)
      throw error
    }
    await this.start(signal)
  }

  /** Forgets the tokens of the sign-in. @throws STORE_FULL */
  async signOut(): Promise<void> {
    this.#signIns.clear()
    await this.close()
  }

  /** Ends the server with its calls, or its start. The next call connects again. */
  async close(): Promise<void> {
    this.#cancelIdle()
    await Promise.all([this.#life.close(), this.#calls.closeFormer()])
  }

  /** Stops the server for good. */
  async end(): Promise<void> {
    this.#cancelIdle()
    await Promise.all([this.#life.end(), this.#calls.closeFormer()])
  }

  #state(server: SavedServer): ServerState {
    const { phase, problem } = this.#life
    if (phase === 'ready' || phase === 'starting') return phase
    const reason = reasonOf(problem)
    if (reason === 'not-allowed' || reason === 'needs-sign-in') return reason
    if (problem !== null) return 'failed'
    return isStartAllowed(server, this.#deps) ? 'stopped' : 'unconfirmed'
  }

  /** The server demands a sign-in, or more than was granted: the user is told so by its state. */
  #endForSignIn(error: unknown): void {
    const { scope } = dataOf(error)
    const transport = this.#deps.settings.get(this.id)?.transport
    if (typeof scope === 'string' && transport?.type === 'http' && this.#deps.isReader !== true) {
      this.#signIns.at(transport.url).change({ wantedScope: scope })
    }
    this.#cancelIdle()
    void this.#life.close(problemOf(error))
  }

  /** Null for a server of which no sign-in is known. */
  #isSignedIn(server: SavedServer): boolean | null {
    if (server.transport.type !== 'http') return null
    const { tokens } = this.#signIns.at(server.transport.url).get()
    if (reasonOf(this.#life.problem) === 'needs-sign-in') return false
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
      const connection = await this.#life.connected(signal)
      try {
        return await work(connection)
      } catch (error) {
        if (reasonOf(error) !== 'session-lost') throw error
        // The server has refused the request unread, so it can be repeated.
        if (this.#life.release(connection)) this.#calls.closeAfterUse(connection)
        return await work(await this.#life.connected(signal))
      }
    } finally {
      this.#uses -= 1
      this.#endWhenIdle()
    }
  }

  /** The server, if it may be started. @throws ParleyError */
  #startable(): SavedServer {
    const server = this.#deps.settings.get(this.id)
    if (server === undefined) throw serverFailure('missing', { server: this.id })
    if (!server.isEnabled) throw serverFailure('off', { server: this.id })
    const { problem } = this.#life
    // A model must not be able to have the user asked again and again.
    if (problem !== null && reasonOf(problem) === 'not-allowed') throw problem
    return server
  }

  async #open(signal: AbortSignal): Promise<ServerConnection> {
    const server = this.#startable()
    this.#updates.pause()
    const events: ConnectionEvents = {
      elicit: (params, elicitSignal) => this.#elicit(params, elicitSignal),
      onListChanged: (list) => this.#updates.note(list),
      onCancelIgnored: () => void this.#replace(this.#life.connection),
    }
    return startServer(server, { deps: this.#deps, log: this.#log, events, signIns: this.#signIns }, signal)
  }

  /** A change that the server has reported is known: otherwise, a call could be for the tool as it was before. */
  async #listsAreRead(signal: AbortSignal): Promise<void> {
    const timer = this.#timer()
    const waiting = AbortSignal.any([signal, timer.signal])
    try {
      await unlessAborted(this.#updates.settled(), waiting, () => {
        throw waiting.reason
      })
    } finally {
      timer.stop()
    }
  }

  #endWhenIdle(): void {
    const idleSeconds = this.#deps.settings.get(this.id)?.idleSeconds ?? 0
    if (this.#uses > 0 || this.#life.connection === null || idleSeconds === 0) return
    this.#cancelIdle = this.#deps.clock.after(idleSeconds * 1_000, () => void this.close())
  }

  /** Restarts the server unless it stops working on the cancelled call, as far as can be seen. */
  async #afterCancel(connection: ServerConnection, call: ToolCallContext): Promise<void> {
    try {
      while (this.#life.connection === connection && !(await answersAfterCancel(connection))) {
        if (!this.#calls.areOn(connection)) {
          await this.#replace(connection)
          return
        }
        // It may execute one call after another, and the others must not end because of this one.
        await this.#calls.nextEnd()
      }
    } finally {
      call.onUpstreamClosed()
    }
    const isAlone = () => this.#uses === 0 && this.#life.connection === connection
    if (await isBusyAfterCancel(connection, { clock: this.#deps.clock, isAlone })) {
      await this.#replace(connection)
    }
  }

  /** Restarts a server that does not stop. */
  async #replace(connection: ServerConnection | null): Promise<void> {
    if (connection === null || this.#life.connection !== connection) return
    const closed = this.close()
    this.#deps.onRestarted(this.id)
    await closed
    await this.start(new AbortController().signal).catch(() => {
      // Shown as the state of the server.
    })
  }

  /** Reads a changed list of the server again; the change applies from the next step of a run. */
  async #refresh(list: ServerList): Promise<void> {
    const { connection } = this.#life
    if (connection === null) return
    const timer = this.#timer()
    try {
      const changed = await readList(connection, list, timer.signal)
      const before = this.offers()
      if (this.#life.connection !== connection || before === null) return
      const after = { ...before, ...changed }
      // A server may say so without end; nothing is written for that.
      if (deepEqual(before, after)) return
      this.#deps.remembered.set(after)
      this.#deps.onChanged()
    } catch (error) {
      this.#log.add(problemOf(error).message)
    } finally {
      timer.stop()
    }
  }

  /**
   * Servers do not say to which call a question belongs. If calls of several chats are in progress, it is cancelled
   * rather than shown in the wrong one; and so is one that is asked while another is open, because a server could cover
   * the screen with them.
   */
  async #elicit(params: ElicitRequestParams, signal: AbortSignal): Promise<ElicitResult> {
    const active = this.#calls.all()
    const latest = active.at(-1)
    const isAmbiguous = active.some(({ call }) => call.sessionId !== latest?.call.sessionId)
    if (latest === undefined || isAmbiguous || this.#isAsking) return { action: 'cancel' }
    this.#isAsking = true
    try {
      return await latest.timer.pauseFor(() => elicit(params, latest.call, this.#asking(), signal))
    } finally {
      this.#isAsking = false
    }
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
