import { join } from 'node:path'

import { z } from 'zod'

import type { ParleyError } from '../../../../shared/errors'
import type { Clock } from '../../../base/clock'
import { JsonFile } from '../../../base/files/json-file'
import { rememberedServer, type RememberedServer } from './remembered-server'

/** Entries of other versions are dropped: the next connection brings them again. */
const file: z.ZodType<RememberedServer[]> = z
  .array(rememberedServer.nullable().catch(null))
  .transform((servers) => servers.filter((server) => server !== null))

/**
 * The offers of servers when they were last connected, in `servers.json` of the data folder, so that none is started
 * just to list its tools.
 */
export class RememberedServers {
  readonly #file: JsonFile<RememberedServer[]>
  readonly #onProblem: (error: unknown) => void
  readonly #isReadOnly: boolean
  #servers: ReadonlyMap<string, RememberedServer>

  constructor(
    folder: string,
    deps: { clock: Clock; onProblem: (error: ParleyError) => void; isReadOnly?: boolean },
  ) {
    this.#file = new JsonFile(join(folder, 'servers.json'), { ...deps, schema: file, empty: [] })
    this.#onProblem = (error) => deps.onProblem(error as ParleyError)
    this.#isReadOnly = deps.isReadOnly ?? false
    this.#servers = new Map(this.#file.read().map((server) => [server.id, server]))
  }

  /** Null if nothing is known about this server at this place. */
  get(id: string, place: string): RememberedServer | null {
    const server = this.#servers.get(id)
    return server?.place === place ? server : null
  }

  set(server: RememberedServer): void {
    this.#replace(new Map(this.#servers).set(server.id, server))
  }

  remove(id: string): void {
    if (!this.#servers.has(id)) return
    const servers = new Map(this.#servers)
    servers.delete(id)
    this.#replace(servers)
  }

  #replace(servers: ReadonlyMap<string, RememberedServer>): void {
    this.#servers = servers
    if (this.#isReadOnly) return
    try {
      this.#file.write([...servers.values()])
    } catch (error) {
      // The offers of a server can be requested again.
      this.#onProblem(error)
    }
  }
}
