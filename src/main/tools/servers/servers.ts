import { setImmediate as nextTurn } from 'node:timers/promises'

import { ParleyError } from '../../../shared/errors'
import { failure, toErrorData } from '../../../shared/failures/failure'
import { serverFailure, serverFailureData } from '../../../shared/failures/server-failure'
import { serverTransport } from '../../../shared/tools/schema'
import type { BundleInfo, BundleValue } from '../../../shared/tools/bundles'
import {
  type ServerImport,
  type ServerInfo,
  serverLimits,
  type ServerPrompt,
  type ServerResource,
} from '../../../shared/tools/servers'
import type { ServerChange } from '../../settings/server-settings'
import type { ToolCallContext, ToolResult } from '../tool'
import type { ServerConnection } from './connection/connection'
import type { RememberedServer, OfferedTool } from './definitions/remembered-servers'
import { readResources } from './definitions/read-lists'
import { freeServerId, serverPlace } from './definitions/server-id'
import { shownText } from './definitions/shown-text'
import type { ImportedList } from './importing/read-config'
import type { RequestedTool } from './server'
import { Server } from './server'
import type { ServerDeps } from './server-deps'

/** The tools that one server offers, at the command or address for which they were remembered. */
export interface ServerOffers {
  serverId: string
  place: string
  /** The time limit of one call. */
  limitMs: number
  tools: OfferedTool[]
}

/** The number of characters that are shown of a server's name in a list. */
const shownNameChars = 200

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
      const place = serverPlace(server.transport)
      const tools = this.#deps.remembered.get(server.id, place)?.tools
      if (!server.isEnabled || tools === undefined) return []
      const isOff = new Set(server.disabledTools)
      const limitMs = server.timeoutSeconds * 1_000
      return [{ serverId: server.id, place, limitMs, tools: tools.filter(({ name }) => !isOff.has(name)) }]
    })
  }

  /** A tool as it is defined now; null if it is gone or off. */
  tool(serverId: string, name: string): { place: string; tool: OfferedTool } | null {
    const offers = this.offers().find((each) => each.serverId === serverId)
    const tool = offers?.tools.find((each) => each.name === name)
    return offers === undefined || tool === undefined ? null : { place: offers.place, tool }
  }

  /** Starts the server if needed. @throws ParleyError, the reason of `call.signal` */
  call(serverId: string, tool: RequestedTool, call: ToolCallContext): Promise<ToolResult> {
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
      void running.close()
      // Waits until the former process is gone.
      if (server.isEnabled) void this.#startQuietly(running)
    }
    this.#deps.onChanged()
    return infoOf(running)
  }

  /** Ends and removes a server. @throws STORE_FULL */
  async remove(id: string): Promise<boolean> {
    const bundle = this.#deps.settings.get(id)?.bundle ?? null
    const isRemoved = this.#deps.settings.remove(id)
    this.#deps.remembered.remove(id)
    this.#deps.onChanged()
    const running = this.#servers.get(id)
    await running?.close()
    // Until then, another server of this name would have to wait for it.
    if (running !== undefined && this.#deps.settings.get(id) === undefined) {
      this.#servers.delete(id)
      await running.end()
    }
    if (bundle !== null) await this.#deps.bundles.remove(bundle)
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
    void server.close()
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
  async add({ servers, moreCount }: ImportedList): Promise<ServerImport> {
    const result: ServerImport = { added: [], problems: [], notes: [] }
    for (const { name: given, id, transport, isEnabled, problem, notes } of servers) {
      const name = shownText(given, shownNameChars)
      try {
        if (problem !== undefined) throw problem
        this.#assertNew(id)
        this.#deps.settings.save({ id, transport, isEnabled })
        result.added.push(id)
        result.notes.push(...notes.map((note) => ({ name, error: toErrorData(note) })))
      } catch (error) {
        if (!(error instanceof ParleyError)) throw error
        result.problems.push({ name, error: toErrorData(error) })
      }
      // Each is written to the disk, which may take a moment.
      await nextTurn()
    }
    if (moreCount > 0) {
      const error = serverFailureData('many-found', { most: serverLimits.servers, count: moreCount })
      result.problems.push({ name: '…', error })
    }
    this.#deps.onChanged()
    return result
  }

  /** Reads a bundle's description of itself. @throws INVALID_INPUT */
  readBundle(path: string): Promise<BundleInfo> {
    return this.#deps.bundles.read(path, (name) => freeServerId(name, (id) => this.#isTaken(id)))
  }

  /**
   * Unpacks a bundle, adds its server and starts it. Nothing stays if that fails.
   * @throws INVALID_INPUT, STORE_FULL, the reason of `signal`
   */
  async addBundle(
    { path, id, values }: { path: string; id: string; values: Readonly<Record<string, BundleValue>> },
    signal: AbortSignal,
  ): Promise<ServerInfo> {
    const { bundles } = this.#deps
    this.#assertNew(id)
    const { folder, transport: given } = await bundles.unpack(path, values, signal)
    try {
      if (this.#isClosed) throw failure('CANCELLED', 'quitting')
      signal.throwIfAborted()
      this.#assertNew(id)
      const transport = serverTransport.safeParse(given)
      if (!transport.success) {
        const name = String(transport.error.issues[0]?.path[0] ?? '')
        throw serverFailure('entry-part', { field: 'importId', name })
      }
      const info = this.save({ id, transport: transport.data, bundle: folder })
      await bundles.saved(folder)
      return info
    } catch (error) {
      await bundles.remove(folder)
      throw error
    }
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
    await Promise.all(Array.from(this.#servers.values(), (server) => server.end()))
  }

  #remembered(): RememberedServer[] {
    return this.#deps.settings
      .list()
      .flatMap((server) =>
        server.isEnabled ? (this.#deps.remembered.get(server.id, serverPlace(server.transport)) ?? []) : [],
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

  #isTaken(id: string): boolean {
    return this.#deps.settings.get(id) !== undefined
  }

  /** @throws INVALID_INPUT */
  #assertNew(id: string): void {
    if (this.#isTaken(id)) throw serverFailure('known', { server: id })
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

/** @throws NOT_FOUND it was removed meanwhile */
function infoOf(server: Server): ServerInfo {
  const info = server.info()
  if (info === null) throw serverFailure('missing', { server: server.id })
  return info
}
