import { createStore } from 'zustand/vanilla'

import type { ComparisonId, SessionId, LineUpId } from '../../../shared/ids'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { Comparison, Pane } from '../../../shared/sessions/sessions'
import type { ParleyApi } from '../../rpc/parley-api'
import { ComparisonStore } from './comparison-store'
import { MergeList } from './merge-list'
import type { Conversations } from '../conversations/conversations'
import type { NewPane } from './new-panes'
import type { LineUp } from '../../../shared/sessions/line-ups'
import { type ListState, ListStore, unloadedList } from '../lists/list-store'

/** The comparisons opened in this window. */
export class Comparisons {
  /**
   * The panes and settings of a comparison that has not been created yet; they stay when the user visits another view.
   * Null while nothing has been chosen.
   */
  readonly newPanes = createStore<{ panes: readonly NewPane[] | null }>(() => ({ panes: null }))
  readonly #api: ParleyApi
  readonly #conversations: Conversations
  readonly #known = new Map<ComparisonId, ComparisonStore>()
  readonly #merges = new Map<ComparisonId, MergeList>()

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

  /** The merges of a comparison. */
  mergesOf(comparisonId: ComparisonId): MergeList {
    let merges = this.#merges.get(comparisonId)
    if (merges === undefined) {
      merges = new MergeList(this.#api, this.#conversations, comparisonId)
      this.#merges.set(comparisonId, merges)
    }
    return merges
  }

  /** Creates a comparison. @throws ParleyError as `compare.create` */
  async create(input: RouteInput<'compare.create'>): Promise<ComparisonStore> {
    const { comparison } = await this.#api.invoke('compare.create', input)
    return this.of(comparison.id, comparison)
  }

  /** The pane with this session and its comparison, if this window has opened it. */
  paneOf(sessionId: SessionId): { comparison: ComparisonStore; pane: Pane } | null {
    for (const comparison of this.#known.values()) {
      const panes = comparison.store.getState().comparison?.panes ?? []
      const pane = panes.find((candidate) => candidate.sessionId === sessionId)
      if (pane !== undefined) return { comparison, pane }
    }
    return null
  }

  /** Retries what main refused, now that it has recovered. */
  recover(): void {
    for (const comparison of this.#known.values()) {
      if (comparison.store.getState().error?.code === 'DEGRADED') void comparison.load()
    }
  }

  /** Reloads a comparison that changed elsewhere, if it is open here. */
  refresh(comparisonId: ComparisonId): void {
    void this.#known.get(comparisonId)?.load()
    void this.#merges.get(comparisonId)?.load()
  }
}

interface LineUpsState extends ListState<LineUp> {
  /** By name. */
  lineUps: readonly LineUp[]
}

/** The user's line-ups: panes saved under a name. */
export class LineUps extends ListStore<LineUp, LineUpsState, 'lineUps'> {
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    super(createStore<LineUpsState>(() => ({ ...unloadedList, lineUps: [] })))
    this.#api = api
  }

  /** Saves a new line-up, or replaces one. Resolves with whether that succeeded. */
  save(lineUp: RouteInput<'lineUps.save'>): Promise<boolean> {
    return this.change(() => this.#api.invoke('lineUps.save', lineUp))
  }

  rename(lineUpId: LineUpId, name: string): Promise<boolean> {
    return this.change(() => this.#api.invoke('lineUps.rename', { lineUpId, name }))
  }

  /** Removes a line-up and offers to restore it. */
  remove(lineUp: LineUp): Promise<boolean> {
    return this.removing(lineUp, () => this.#api.invoke('lineUps.remove', { lineUpId: lineUp.id }))
  }

  protected override restore({ name, panes, isBlind }: LineUp): Promise<unknown> {
    return this.#api.invoke('lineUps.save', { name, panes: panes.map(paneInput), isBlind })
  }

  protected override read(): Promise<{ lineUps: readonly LineUp[] }> {
    return this.#api.invoke('lineUps.list', {})
  }
}

function paneInput({ workspace, ...pane }: LineUp['panes'][number]) {
  return { ...pane, ...(workspace == null ? {} : { workspace }) }
}
