import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../shared/errors'
import type { ComparisonId, SessionId } from '../../shared/ids'
import type { ComparisonSummary, SessionSummary } from '../../shared/sessions'
import type { ParleyApi } from '../rpc/parley-api'
import { errorDataOf } from './error-data'

const pageSize = 200

/** Something that was just deleted and can be brought back. */
export type Deleted =
  | { kind: 'chat'; id: SessionId; title: string }
  | { kind: 'compare'; id: ComparisonId; title: string; summary: ComparisonSummary }

export interface SessionListState {
  phase: 'loading' | 'ready' | 'failed'
  sessions: readonly SessionSummary[]
  comparisons: readonly ComparisonSummary[]
  nextCursor: string | null
  error: ErrorData | null
  deleted: Deleted | null
}

/** Chats and comparisons, as the sidebar shows them. */
export class SessionList {
  readonly store = createStore<SessionListState>(() => ({
    phase: 'loading',
    sessions: [],
    comparisons: [],
    nextCursor: null,
    error: null,
    deleted: null,
  }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  async load(): Promise<void> {
    try {
      const [{ sessions, nextCursor }, { comparisons }] = await Promise.all([
        this.#api.invoke('sessions.list', { limit: pageSize }),
        this.#api.invoke('compare.list', {}),
      ])
      // What is about to be deleted stays hidden as long as that can be taken back.
      const shown = comparisons.filter(({ id }) => id !== this.store.getState().deleted?.id)
      this.store.setState({ phase: 'ready', sessions, nextCursor, comparisons: shown, error: null })
    } catch (error) {
      this.store.setState((state) => ({
        phase: state.phase === 'ready' ? 'ready' : 'failed',
        error: errorDataOf(error),
      }))
    }
  }

  async loadMore(): Promise<void> {
    const { nextCursor } = this.store.getState()
    if (nextCursor === null) return
    this.store.setState({ nextCursor: null })
    await this.#attempt(async () => {
      const page = await this.#api.invoke('sessions.list', { limit: pageSize, cursor: nextCursor })
      this.store.setState(({ sessions }) => {
        const known = new Set(sessions.map((session) => session.id))
        const fresh = page.sessions.filter((session) => !known.has(session.id))
        return { sessions: [...sessions, ...fresh], nextCursor: page.nextCursor }
      })
    })
  }

  upsertSession(session: SessionSummary): void {
    this.store.setState(({ sessions }) => ({
      sessions: [session, ...sessions.filter((known) => known.id !== session.id)],
    }))
  }

  removeSession(sessionId: SessionId): void {
    this.store.setState(({ sessions }) => ({ sessions: sessions.filter(({ id }) => id !== sessionId) }))
  }

  upsertComparison(comparison: ComparisonSummary): void {
    // It stays hidden as long as its deletion can still be taken back.
    if (this.store.getState().deleted?.id === comparison.id) return
    this.store.setState(({ comparisons }) => ({
      comparisons: [comparison, ...comparisons.filter((known) => known.id !== comparison.id)],
    }))
  }

  removeComparison(comparisonId: ComparisonId): void {
    this.store.setState(({ comparisons }) => ({
      comparisons: comparisons.filter(({ id }) => id !== comparisonId),
    }))
  }

  renameSession(sessionId: SessionId, title: string): Promise<void> {
    return this.#attempt(async () => {
      await this.#api.invoke('sessions.update', { sessionId, title })
    })
  }

  renameComparison(comparisonId: ComparisonId, title: string): Promise<void> {
    return this.#attempt(async () => {
      await this.#api.invoke('compare.update', { comparisonId, title })
    })
  }

  setPinned(sessionId: SessionId, pinned: boolean): Promise<void> {
    return this.#attempt(async () => {
      await this.#api.invoke('sessions.update', { sessionId, pinned })
    })
  }

  markSeen(sessionId: SessionId): Promise<void> {
    return this.#attempt(async () => {
      try {
        await this.#api.invoke('sessions.markSeen', { sessionId })
      } catch (error) {
        // Deleted in the meantime, maybe in another window: then nothing of it is left to be seen.
        if (errorDataOf(error).code !== 'NOT_FOUND') throw error
      }
    })
  }

  /** Deletes the chat, and offers to bring it back. */
  deleteSession(session: SessionSummary): Promise<void> {
    return this.#attempt(async () => {
      await this.commitDeleted()
      await this.#api.invoke('sessions.delete', { sessionId: session.id })
      this.removeSession(session.id)
      this.store.setState({ deleted: { kind: 'chat', id: session.id, title: session.title } })
    })
  }

  /** Hides the comparison; it is deleted when the offer to bring it back ends, because main cannot restore one. */
  async deleteComparison(summary: ComparisonSummary): Promise<void> {
    await this.commitDeleted()
    this.removeComparison(summary.id)
    this.store.setState({ deleted: { kind: 'compare', id: summary.id, title: summary.title, summary } })
  }

  async undoDelete(): Promise<void> {
    const { deleted } = this.store.getState()
    if (deleted === null) return
    this.store.setState({ deleted: null })
    if (deleted.kind === 'compare') {
      this.upsertComparison(deleted.summary)
      return
    }
    await this.#attempt(async () => {
      await this.#api.invoke('sessions.restore', { sessionId: deleted.id })
      await this.load()
    })
  }

  /** Ends the offer to bring the deleted one back. */
  async commitDeleted(): Promise<void> {
    const { deleted } = this.store.getState()
    if (deleted === null) return
    this.store.setState({ deleted: null })
    if (deleted.kind === 'chat') return
    await this.#attempt(async () => {
      await this.#api.invoke('compare.delete', { comparisonId: deleted.id })
    })
  }

  dismissError(): void {
    this.store.setState({ error: null })
  }

  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action()
    } catch (error) {
      this.store.setState({ error: errorDataOf(error) })
    }
  }
}
