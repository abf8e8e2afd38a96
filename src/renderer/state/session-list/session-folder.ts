import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { ComparisonId, ProjectId, SessionId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import type { ComparisonSummary, SessionSummary } from '../../../shared/sessions/sessions'
import type { ParleyApi } from '../../rpc/parley-api'
import { deepEqual } from '../../../shared/deep-equal'
import { errorDataOf } from '../../errors/error-data'

const pageSize = 200
/** The largest page that one request may ask for. */
const maxPageSize = 500

/** The lists of chats and comparisons; `project` are those of the open project that are neither archived nor deleted. */
export type SessionFolderName = 'chats' | 'project' | 'archived' | 'trash'

export interface SessionFolderState {
  phase: 'idle' | 'loading' | 'ready' | 'failed'
  sessions: readonly SessionSummary[]
  comparisons: readonly ComparisonSummary[]
  nextCursor: string | null
  /** Chats that changed before this are not all loaded; comparisons always are. */
  completeSince: number
  error: ErrorData | null
}

/** One list of chats and comparisons, as far as it is loaded. It does not sort them. */
export class SessionFolder {
  readonly name: SessionFolderName
  readonly store
  readonly #api: ParleyApi
  readonly #isLeaving: (id: SessionId | ComparisonId) => boolean
  #loads = 0
  #isLoadingMore = false
  #projectId: ProjectId | null = null

  constructor(name: SessionFolderName, api: ParleyApi, isLeaving: (id: SessionId | ComparisonId) => boolean) {
    this.name = name
    this.#api = api
    this.#isLeaving = isLeaving
    this.store = createStore<SessionFolderState>(() => notLoaded)
  }

  /** Empties the list, which then contains only what belongs to this project. */
  restrictTo(projectId: ProjectId | null): void {
    this.#projectId = projectId
    // Pages that are still being loaded belong to the former project.
    this.#loads += 1
    this.store.setState(notLoaded)
  }

  /** False if this is the list of another project. */
  isFor({ projectId }: { projectId?: ProjectId }): boolean {
    return this.#projectId === null || projectId === this.#projectId
  }

  /** Reloads the list to the same length. */
  async load(): Promise<void> {
    this.#loads += 1
    const load = this.#loads
    if (this.store.getState().phase !== 'ready') this.store.setState({ phase: 'loading' })
    try {
      const [page, { comparisons }] = await Promise.all([
        this.#pages(this.store.getState().sessions.length),
        this.#api.invoke('compare.list', { ...this.#filters(), limit: maxPageSize }),
      ])
      if (load !== this.#loads) return
      this.store.setState({
        phase: 'ready',
        ...this.#taken(page),
        comparisons: comparisons.filter(({ id }) => !this.#isLeaving(id)),
        error: null,
      })
    } catch (error) {
      if (load === this.#loads) this.#fail(error)
    }
  }

  /** Loads the next page, if there is one. */
  async loadMore(): Promise<void> {
    const { nextCursor } = this.store.getState()
    if (nextCursor === null || this.#isLoadingMore) return
    const load = this.#loads
    this.#isLoadingMore = true
    try {
      const page = await this.#page(pageSize, nextCursor)
      if (load !== this.#loads) return
      const known = new Set(this.store.getState().sessions.map(({ id }) => id))
      const { sessions, ...rest } = this.#taken(page)
      this.store.setState((state) => ({
        ...rest,
        sessions: [...state.sessions, ...sessions.filter(({ id }) => !known.has(id))],
        error: null,
      }))
    } catch (error) {
      if (load === this.#loads) this.#fail(error)
    } finally {
      this.#isLoadingMore = false
    }
  }

  putSession(session: SessionSummary): void {
    if (!this.#isLoaded() || this.#isLeaving(session.id)) return
    this.store.setState((state) => changed(state, 'sessions', withItem(state.sessions, session)))
  }

  putComparison(comparison: ComparisonSummary): void {
    if (!this.#isLoaded() || this.#isLeaving(comparison.id)) return
    this.store.setState((state) => changed(state, 'comparisons', withItem(state.comparisons, comparison)))
  }

  removeSessions(ids: ReadonlySet<SessionId>): void {
    this.store.setState((state) => changed(state, 'sessions', withoutItems(state.sessions, ids)))
  }

  removeComparisons(ids: ReadonlySet<ComparisonId>): void {
    this.store.setState((state) => changed(state, 'comparisons', withoutItems(state.comparisons, ids)))
  }

  /** The main list is loaded at start-up; the others only after they have been opened. */
  #isLoaded(): boolean {
    return this.name === 'chats' || this.store.getState().phase === 'ready'
  }

  #fail(error: unknown): void {
    this.store.setState((state) => ({
      phase: state.phase === 'ready' ? 'ready' : 'failed',
      error: errorDataOf(error),
    }))
  }

  async #pages(count: number): Promise<Page> {
    let page = await this.#page(Math.min(Math.max(count, pageSize), maxPageSize))
    while (page.sessions.length < count && page.nextCursor !== null) {
      const next = await this.#page(Math.min(count - page.sessions.length, maxPageSize), page.nextCursor)
      page = { sessions: [...page.sessions, ...next.sessions], nextCursor: next.nextCursor }
    }
    return page
  }

  #filters() {
    return { ...filters(this.name), ...(this.#projectId === null ? {} : { projectId: this.#projectId }) }
  }

  #page(limit: number, cursor?: string): Promise<Page> {
    return this.#api.invoke('sessions.list', {
      ...this.#filters(),
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    })
  }

  #taken({
    sessions,
    nextCursor,
  }: Page): Pick<SessionFolderState, 'sessions' | 'nextCursor' | 'completeSince'> {
    return {
      sessions: sessions.filter(({ id }) => !this.#isLeaving(id)),
      nextCursor,
      completeSince: nextCursor === null ? -Infinity : endOf(sessions),
    }
  }
}

const notLoaded: SessionFolderState = {
  phase: 'idle',
  sessions: [],
  comparisons: [],
  nextCursor: null,
  completeSince: Infinity,
  error: null,
}

interface Page {
  sessions: readonly SessionSummary[]
  nextCursor: string | null
}

/** Pinned chats come first: while there are more of them, nothing is known about the others. */
function endOf(sessions: readonly SessionSummary[]): number {
  const last = sessions.at(-1)
  if (last === undefined) return Infinity
  if (last.deletedAt !== undefined) return last.deletedAt
  return last.pinned ? Infinity : last.updatedAt
}

function filters(name: SessionFolderName): { archived?: true; deleted?: true } {
  switch (name) {
    case 'chats':
    case 'project':
      return {}
    case 'archived':
      return { archived: true }
    case 'trash':
      return { deleted: true }
    default:
      return assertNever(name)
  }
}

/** Returns the same state if nothing changes, so that subscribers are not notified. */
function changed<Key extends 'sessions' | 'comparisons'>(
  state: SessionFolderState,
  key: Key,
  items: SessionFolderState[Key],
): SessionFolderState {
  return items === state[key] ? state : { ...state, [key]: items }
}

function withItem<Item extends { id: string }>(items: readonly Item[], item: Item): readonly Item[] {
  const at = items.findIndex(({ id }) => id === item.id)
  if (at === -1) return [item, ...items]
  return deepEqual(items[at], item) ? items : items.with(at, item)
}

function withoutItems<Item extends { id: string }>(
  items: readonly Item[],
  ids: ReadonlySet<string>,
): readonly Item[] {
  return items.some(({ id }) => ids.has(id)) ? items.filter(({ id }) => !ids.has(id)) : items
}
