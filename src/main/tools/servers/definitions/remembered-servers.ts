import { join } from 'node:path'

import { z } from 'zod'

import type { ParleyError } from '../../../../shared/errors'
import type { Clock } from '../../../base/clock'
import { JsonFile } from '../../../base/files/json-file'
import { errorData, jsonObject } from '../../../../shared/schema'
import { toolHints } from '../../../../shared/tools/schema'

const text = z.string()

/** A tool as a server defines it, checked. */
const offeredTool = z.object({
  /** The server's own name for it. */
  name: text,
  title: text,
  description: text,
  /** Without references. */
  inputSchema: jsonObject,
  /** The schema of a structured result; absent if there is none, or if it cannot be checked. */
  outputSchema: jsonObject.exactOptional(),
  hints: toolHints.exactOptional(),
})
export type OfferedTool = z.infer<typeof offeredTool>

const rememberedPrompt = z.object({
  name: text,
  title: text,
  description: text,
  arguments: z.array(z.object({ name: text, description: text, isRequired: z.boolean() })),
})
export type RememberedPrompt = z.infer<typeof rememberedPrompt>

const rememberedResource = z.object({
  uri: text,
  name: text,
  description: text,
  mediaType: text.nullable(),
  /** The variables of `uri`, which is a template then. */
  variables: z.array(text).exactOptional(),
})
export type RememberedResource = z.infer<typeof rememberedResource>

const unusable = z.array(z.object({ name: text, problem: errorData }))

/** The offers of a server when it was last connected. */
const rememberedServer = z.object({
  id: text,
  /** The command or address that this is about; for any other, it says nothing. */
  place: text,
  version: z.object({ name: text, version: text }),
  tools: z.array(offeredTool),
  /** Tools that cannot be used, and apps of tools. */
  skipped: unusable,
  /** Apps among its resources, which are not shown. */
  apps: unusable.default([]),
  prompts: z.array(rememberedPrompt),
  resources: z.array(rememberedResource),
})
export type RememberedServer = z.infer<typeof rememberedServer>

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
