import { createStore } from 'zustand/vanilla'

import type { ServerPrompt, ServerResource } from '../../../shared/tools/servers'
import type { ParleyApi } from '../../rpc/parley-api'

export interface ServerOffersState {
  prompts: readonly ServerPrompt[]
  resources: readonly ServerResource[]
}

/** Prompts and resources that servers offer for messages, after `/` and `@`. */
export class ServerOffers {
  readonly store = createStore<ServerOffersState>(() => ({ prompts: [], resources: [] }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** Loads what the servers offered last. Without it, there is less to choose from. */
  async load(): Promise<void> {
    try {
      const [{ prompts }, { resources }] = await Promise.all([
        this.#api.invoke('servers.prompts', {}),
        this.#api.invoke('servers.resources', {}),
      ])
      this.store.setState({ prompts, resources })
    } catch {
      // Settings shows what is wrong with servers.
    }
  }

  /** The text of a prompt. @throws ParleyError */
  async textOf({ serverId, name }: ServerPrompt, values: Record<string, string>): Promise<string> {
    const { text } = await this.#api.invoke('servers.getPrompt', { serverId, name, arguments: values })
    return text
  }

  /** The server's suggestions for a variable of a resource; empty if there are none. */
  async suggestionsFor(
    { serverId, uri }: ServerResource,
    { name, value, values }: { name: string; value: string; values: Record<string, string> },
  ): Promise<string[]> {
    try {
      const given = { serverId, uri, name, value, values }
      return (await this.#api.invoke('servers.suggestValues', given)).suggestions
    } catch {
      // The field can be filled in without suggestions.
      return []
    }
  }

  /** A resource as a file; `values` are those of its variables. @throws ParleyError */
  async fileOf({ serverId, uri, name }: ServerResource, values?: Record<string, string>): Promise<File> {
    const { text, mediaType } = await this.#api.invoke('servers.readResource', {
      serverId,
      uri,
      ...(values === undefined ? {} : { values }),
    })
    return new File([text], fileName(name, uri), { type: mediaType ?? 'text/plain' })
  }
}

/** A file name for a resource: its type is recognised from its content, so an ending is not needed. */
function fileName(name: string, uri: string): string {
  const last = (name.trim() === '' ? uri : name).split(/[/\\]/).findLast((part) => part.trim() !== '')
  return (last ?? uri).slice(0, 100)
}
