import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { ToolInfo } from '../../../shared/tools/tools'
import { errorDataOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'

/** A tool in a list. Schemas can be huge, and only Settings shows them. */
export type ListedTool = Omit<ToolInfo, 'inputSchema'>

export interface ToolsState {
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
