import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { FoundConfig, ServerImport, ServerInfo } from '../../../shared/tools/servers'
import { attempt, errorDataOf, refusalOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'

export interface ServersState {
  phase: 'loading' | 'ready' | 'failed'
  servers: readonly ServerInfo[]
  /** Why the last change failed, or the list could not be loaded. */
  error: ErrorData | null
  /** Ids of servers that are being started, signed in to or removed. */
  busy: ReadonlySet<string>
  /** The result of the last import. */
  imported: ServerImport | null
  /** Lists of servers of other programs; null until they were looked for. */
  found: readonly FoundConfig[] | null
}

/** The user's MCP servers, while Settings shows them. */
export class Servers {
  readonly store = createStore<ServersState>(() => ({
    phase: 'loading',
    servers: [],
    error: null,
    busy: new Set(),
    imported: null,
    found: null,
  }))
  readonly #api: ParleyApi
  #reads = 0

  constructor(api: ParleyApi) {
    this.#api = api
  }

  async load(): Promise<void> {
    this.#reads += 1
    const read = this.#reads
    try {
      const { servers } = await this.#api.invoke('servers.list', {})
      // A later read has newer states.
      if (read === this.#reads) this.store.setState({ servers, phase: 'ready' })
    } catch (error) {
      if (read !== this.#reads) return
      this.store.setState(({ phase }) => ({
        phase: phase === 'ready' ? phase : 'failed',
        error: errorDataOf(error),
      }))
    }
  }

  /** Adds or changes a server. Resolves with the refusal. */
  save(change: RouteInput<'servers.save'>): Promise<ErrorData | null> {
    return refusalOf(async () => {
      const { server } = await this.#api.invoke('servers.save', change)
      this.#take(server)
      await this.load()
    })
  }

  /** Changes a server from its row, which has no form to show a refusal. */
  async change(change: RouteInput<'servers.save'>): Promise<void> {
    const refusal = await this.save(change)
    this.store.setState({ error: refusal })
  }

  start(id: string): Promise<void> {
    return this.#whileBusy(id, async () =>
      this.#take((await this.#api.invoke('servers.start', { id })).server),
    )
  }

  restart(id: string): Promise<void> {
    return this.#whileBusy(id, async () => {
      this.#take((await this.#api.invoke('servers.restart', { id })).server)
    })
  }

  signIn(id: string): Promise<void> {
    return this.#whileBusy(id, async () => void (await this.#api.invoke('servers.signIn', { id })))
  }

  signOut(id: string): Promise<void> {
    return this.#whileBusy(id, async () => void (await this.#api.invoke('servers.signOut', { id })))
  }

  remove(id: string): Promise<void> {
    return this.#whileBusy(id, async () => void (await this.#api.invoke('servers.remove', { id })))
  }

  /** Adds the servers in a JSON text. Resolves with whether it had any. */
  importJson(json: string): Promise<boolean> {
    return this.#import(() => this.#api.invoke('servers.importJson', { json }))
  }

  /** Adds servers from a list of another program. */
  importConfig({ source, path }: FoundConfig, names: readonly string[]): Promise<boolean> {
    return this.#import(() => this.#api.invoke('servers.importConfig', { source, path, names: [...names] }))
  }

  /** Looks for lists of servers of other programs. */
  async findConfigs(): Promise<void> {
    await attempt(this.store, async () => {
      this.store.setState({ found: (await this.#api.invoke('servers.findConfigs', {})).configs })
    })
  }

  dismissImport(): void {
    this.store.setState({ imported: null, error: null })
  }

  async #import(act: () => Promise<ServerImport>): Promise<boolean> {
    const isDone = await attempt(this.store, async () => this.store.setState({ imported: await act() }))
    await this.load()
    return isDone
  }

  async #whileBusy(id: string, act: () => Promise<void>): Promise<void> {
    const { busy } = this.store.getState()
    if (busy.has(id)) return
    this.store.setState({ busy: new Set(busy).add(id) })
    await attempt(this.store, act)
    this.store.setState((state) => ({ busy: new Set([...state.busy].filter((other) => other !== id)) }))
    await this.load()
  }

  #take(server: ServerInfo): void {
    this.store.setState(({ servers }) => {
      const at = servers.findIndex(({ id }) => id === server.id)
      return { servers: at === -1 ? [...servers, server] : servers.with(at, server) }
    })
  }
}
