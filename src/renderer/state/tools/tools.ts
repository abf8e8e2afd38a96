import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import { type ToolInfo, builtInTools, isToolOn, wholeServer } from '../../../shared/tools/tools'
import { errorDataOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'

/** A tool in a list. Schemas can be huge, and only Settings shows them. */
export type ListedTool = Omit<ToolInfo, 'inputSchema'>

interface ToolsState {
  /** Of the place loaded last; empty before. */
  tools: readonly ListedTool[]
  /** Why they could not be loaded. */
  error: ErrorData | null
  isLoading: boolean
  /** Increases whenever main reports that tools or servers have changed. */
  revision: number
}

/** The tools that models can have. */
export class Tools {
  readonly store = createStore<ToolsState>(() => ({
    tools: [],
    error: null,
    isLoading: false,
    revision: 0,
  }))
  readonly #api: ParleyApi
  /** The chat or pane that the list is about; null for a new one, undefined before anything is loaded. */
  #place: SessionId | null | undefined
  #reads = 0

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** Loads the tools as a chat or pane has them, or a new one. */
  async load(place: SessionId | null): Promise<void> {
    this.#place = place
    this.#reads += 1
    const read = this.#reads
    this.store.setState({ isLoading: true })
    try {
      const { tools } = await this.#api.invoke('tools.list', place === null ? {} : { sessionId: place })
      // A later read has newer tools, perhaps of another chat.
      if (read !== this.#reads) return
      const listed = tools.map(({ inputSchema: _schema, ...tool }) => tool)
      this.store.setState({ tools: listed, error: null, isLoading: false })
    } catch (error) {
      if (read === this.#reads) this.store.setState({ error: errorDataOf(error), isLoading: false })
    }
  }

  /** Loads them unless that has been done, for callers that only need to know which exist. */
  need(place: SessionId | null): void {
    if (this.#place === undefined) void this.load(place)
  }

  /** Main reports a change, or changes may have been missed. */
  changed(): void {
    this.store.setState(({ revision }) => ({ revision: revision + 1 }))
    if (this.#place !== undefined) void this.load(this.#place)
  }
}

/** A chat, a pane or several panes, whose tools can be chosen. */
export interface ToolTarget {
  /** Whose tools are listed; null until it is created. */
  sessionId: SessionId | null
  /** Names of the tools that are on: in the chat, or in each pane. Null while the contestants are hidden. */
  choices: readonly (readonly string[])[] | null
  /** The folder of the chat, or of each pane. */
  folders: readonly (string | null)[]
  /** A folder came with an imported file, and is not used before the user confirms it. */
  isFolderImported?: boolean
  /** Applies a change to each of them. Resolves with the refusal. */
  changeTools: (change: ToolChange) => Promise<ErrorData | null>
  changeFolder: (folder: string) => Promise<ErrorData | null>
}

/** Changes which tools are on. Calculated when it is applied, so that changes in a row are not lost. */
export type ToolChange = (enabled: readonly string[]) => string[]

/**
 * How many tools are on. Before the tools of a server are `known`, a server that is on as a whole counts as one; tools
 * that are known not to exist are not counted.
 */
export function countOn(enabled: readonly string[], known: readonly { name: string }[]): number {
  if (known.length > 0) return known.filter(({ name }) => isToolOn(enabled, name)).length
  return enabled.filter((name) => builtInTools.some((own) => own === name) || isOfServer(name, enabled))
    .length
}

function isOfServer(name: string, enabled: readonly string[]): boolean {
  const server = wholeServer(name)
  return server !== null && (name === server || !enabled.includes(server))
}
