import { createStore } from 'zustand/vanilla'

import type { ComparisonId, SessionId } from '../../../shared/ids'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { Comparison, Pane } from '../../../shared/sessions/sessions'
import type { ParleyApi } from '../../rpc/parley-api'
import { ComparisonStore } from './comparison-store'
import type { Conversations } from '../conversations/conversations'
import type { NewPane } from './new-panes'

/** The comparisons that this window has opened. */
export class Comparisons {
  /**
   * The panes of the one that is not begun yet, with what was written into their settings: they are there again after
   * a look at something else. Null while nothing was chosen.
   */
  readonly newPanes = createStore<{ panes: readonly NewPane[] | null }>(() => ({ panes: null }))
  readonly #api: ParleyApi
  readonly #conversations: Conversations
  readonly #known = new Map<ComparisonId, ComparisonStore>()

  constructor(api: ParleyApi, conversations: Conversations) {
    this.#api = api
    this.#conversations = conversations
  }

  of(comparisonId: ComparisonId, known: Comparison | null = null): ComparisonStore {
    let comparison = this.#known.get(comparisonId)
    if (comparison === undefined) {
      comparison = new ComparisonStore(this.#api, this.#conversations, comparisonId, known)
      this.#known.set(comparisonId, comparison)
    }
    return comparison
  }

  /** Stores a new comparison of `models`. @throws ParleyError as `compare.create` */
  async create(models: RouteInput<'compare.create'>['models']): Promise<ComparisonStore> {
    const { comparison } = await this.#api.invoke('compare.create', { models })
    return this.of(comparison.id, comparison)
  }

  /** The pane of this session and its comparison, where this window shows it in one. */
  paneOf(sessionId: SessionId): { comparison: ComparisonStore; pane: Pane } | null {
    for (const comparison of this.#known.values()) {
      const panes = comparison.store.getState().comparison?.panes ?? []
      const pane = panes.find((candidate) => candidate.sessionId === sessionId)
      if (pane !== undefined) return { comparison, pane }
    }
    return null
  }

  /** Main is well again: what it refused is asked for anew. */
  recover(): void {
    for (const comparison of this.#known.values()) {
      if (comparison.store.getState().error?.code === 'DEGRADED') void comparison.load()
    }
  }

  /** Takes over what changed elsewhere, for those that are open here. */
  refresh(comparisonId: ComparisonId): void {
    void this.#known.get(comparisonId)?.load()
  }
}
