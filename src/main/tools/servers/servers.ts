import type { CallToolResult } from '@modelcontextprotocol/client'

import { ParleyError } from '../../../shared/errors'
import { failure, toErrorData } from '../../../shared/failures/failure'
import { serverFailure } from '../../../shared/failures/server-failure'
import { invariant } from '../../../shared/invariant'
import type { ServerImport, ServerInfo, ServerPrompt, ServerResource } from '../../../shared/tools/servers'
import type { ServerChange } from '../../settings/server-settings'
import type { ToolCallContext } from '../tool'
import type { ServerConnection } from './connection/connection'
import type { RememberedServer, ToolDefinition } from './definitions/remembered-server'
import { readResources } from './definitions/read-lists'
import type { ImportedServer } from './importing/read-config'
import type { RequestedTool } from './server'
import { Server } from './server'
import type { ServerDeps } from './server-deps'
import { placeOf } from './definitions/server-place'

/** The tools that one server offers, at the command or address for which they were remembered. */
export interface ServerOffers {
  serverId: string
  place: string
  /** How long one call may take. */
  limitMs: number
  tools: ToolDefinition[]
}

/** The user's MCP servers. */
export class Servers {
  readonly #deps: ServerDeps
  readonly #servers = new Map<string, Server>()
  #isClosed = false

  constructor(deps: ServerDeps) {
    this.#deps = deps
  }

  /** In the order in which they were added. */
  list(): ServerInfo[] {
    return this.#deps.settings.list().flatMap(({ id }) => this.#server(id).info() ?? [])
  }

  /** The tools of all servers that are on, as they were last defined, without those that the user turned off. */
  offers(): ServerOffers[] {
    return this.#deps.settings.list().flatMap((server) => {
      const place = placeOf(server.transport)
      const tools = this.#deps.remembered.get(server.id, place)?.tools
      if (!server.isEnabled || tools === undefined) return []
      const isOff = new Set(server.disabledTools)
      const limitMs = server.timeoutSeconds * 1_000
      return [{ serverId: server.id, place, limitMs, tools: tools.filter(({ name }) => !isOff.has(name)) }]
    })
  }

  /** A tool as it is defined now; null if it is gone or off. */
  tool(serverId: string, name: string): { place: string; tool: ToolDefinition } | null {
    const offers = this.offers().find((each) => each.serverId === serverId)
    const tool = offers?.tools.find((each) => each.name === name)
    return offers === undefined || tool === undefined ? null : { place: offers.place, tool }
  }

  /** Starts the server if needed. @throws ParleyError, the reason of `call.signal` */
  call(serverId: string, tool: RequestedTool, call: ToolCallContext): Promise<CallToolResult> {
    return this.#open(serverId).call(tool, call)
  }

  /**
   * Saves a server, and starts one that was added or has another transport.
   * @throws INVALID_INPUT, STORE_FULL
   */
  save(change: ServerChange): ServerInfo {
    const { server, isTransportChanged } = this.#deps.settings.save(change)
    const running = this.#server(server.id)
    if (isTransportChanged || !server.isEnabled) {
      const closed = running.close()
      if (server.isEnabled) void closed.then(() => this.#startQuietly(running))
    }
    this.#deps.onChanged()
    return infoOf(running)
  }

  /** Ends and removes a server. @throws STORE_FULL */
  async remove(id: string): Promise<boolean> {
    const isRemoved = this.#deps.settings.remove(id)
    const running = this.#servers.get(id)
    this.#servers.delete(id)
    this.#deps.remembered.remove(id)
    this.#deps.onChanged()
    await running?.close()
    return isRemoved
  }

  /** Connects unless connected; a failure is the server's state. @throws NOT_FOUND, the reason of `signal` */
  async start(id: string, signal: AbortSignal): Promise<ServerInfo> {
    const server = this.#open(id)
    await this.#startQuietly(server, signal)
    return infoOf(server)
  }

  /** Ends the server with its calls and connects again. @throws NOT_FOUND, the reason of `signal` */
  async restart(id: string, signal: AbortSignal): Promise<ServerInfo> {
    const server = this.#open(id)
    await server.close()
    await this.#startQuietly(server, signal)
    return infoOf(server)
  }

  /** Signs in to a server in the user's browser. @throws ParleyError, the reason of `signal` */
  async signIn(id: string, signal: AbortSignal): Promise<ServerInfo> {
    const server = this.#open(id)
    await server.signIn(signal)
    return infoOf(server)
  }

  /** Forgets the sign-in of a server. @throws NOT_FOUND, STORE_FULL */
  async signOut(id: string): Promise<ServerInfo> {
    const server = this.#open(id)
    await server.signOut()
    return infoOf(server)
  }

  /** Adds servers without starting them; those whose id is taken are left out. */
  add(found: readonly ImportedServer[]): ServerImport {
    const added: string[] = []
    const problems: ServerImport['problems'] = []
    for (const { name, id, transport, isEnabled, problem } of found) {
      try {
        if (problem !== undefined) throw problem
        if (this.#deps.settings.get(id) !== undefined) {
          throw serverFailure('known', { server: id })
        }
        this.#deps.settings.save({ id, transport, isEnabled })
        added.push(id)
      } catch (error) {
        if (!(error instanceof ParleyError)) throw error
        problems.push({ name, error: toErrorData(error) })
      }
    }
    this.#deps.onChanged()
    return { added, problems }
  }

  prompts(): ServerPrompt[] {
    return this.#remembered().flatMap(({ id, prompts }) =>
      prompts.map((prompt) => ({ serverId: id, ...prompt })),
    )
  }

  resources(): ServerResource[] {
    return this.#remembered().flatMap(({ id, resources }) =>
      resources.map((resource) => ({ serverId: id, ...resource })),
    )
  }

  /** The resources that a server has now. @throws ParleyError, the reason of `signal` */
  async currentResources(serverId: string, signal: AbortSignal): Promise<ServerResource[]> {
    const entries = await this.ask(serverId, signal, (connection, whileAsked) =>
      connection.facts.lists.includes('resources')
        ? connection.list('resources', whileAsked)
        : Promise.resolve([]),
    )
    return readResources(entries).map((resource) => ({ serverId, ...resource }))
  }

  /** Asks a server for anything else, and starts it if needed. @throws ParleyError, the reason of `signal` */
  ask<Result>(
    serverId: string,
    signal: AbortSignal,
    work: (connection: ServerConnection, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    return this.#open(serverId).ask(signal, work)
  }

  /** Ends the servers that nobody uses now; the next call starts them again. */
  async closeUnused(): Promise<void> {
    const unused = Array.from(this.#servers.values()).filter((server) => !server.isInUse)
    await Promise.all(unused.map((server) => server.close()))
  }

  /** Ends all servers and starts no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(Array.from(this.#servers.values(), (server) => server.close()))
  }

  #remembered(): RememberedServer[] {
    return this.#deps.settings
      .list()
      .flatMap((server) =>
        server.isEnabled ? (this.#deps.remembered.get(server.id, placeOf(server.transport)) ?? []) : [],
      )
  }

  async #startQuietly(server: Server, signal = new AbortController().signal): Promise<void> {
    if (this.#isClosed) return
    try {
      await server.start(signal)
    } catch {
      // Its state says why it did not start.
      signal.throwIfAborted()
    }
  }

  /** @throws NOT_FOUND, CANCELLED */
  #open(id: string): Server {
    if (this.#isClosed) throw failure('CANCELLED', 'quitting')
    if (this.#deps.settings.get(id) === undefined) throw serverFailure('missing', { server: id })
    return this.#server(id)
  }

  #server(id: string): Server {
    const known = this.#servers.get(id)
    if (known !== undefined) return known
    const server = new Server(id, this.#deps)
    this.#servers.set(id, server)
    return server
  }
}

function infoOf(server: Server): ServerInfo {
  const info = server.info()
  invariant(info !== null, 'the server is saved')
  return info
}
