import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { ComparisonId, SessionId } from '../../../shared/ids'
import type { ComparisonSummary, SessionSummary } from '../../../shared/sessions/sessions'
import type { Environment } from '../../browser/environment'
import { errorDataOf } from '../../errors/error-data'
import { paced, type Paced } from '../../browser/throttle'
import { SessionShelf, type ShelfName } from './session-shelf'

/** One deletion after another must not read a list anew each time. */
const reloadDelayMs = 200

export interface SessionListState {
  /** Why something that was asked for was not done; null when there is nothing to say. */
  actionError: ErrorData | null
}

/** Chats and comparisons, as the sidebar shows them: those of the list, those put aside, and the bin. */
export class SessionList {
  readonly shelves: Readonly<Record<ShelfName, SessionShelf>>
  readonly actions = createStore<SessionListState>(() => ({ actionError: null }))
  readonly #environment: Environment
  /** What is on its way out of a shelf stays out of it, whatever is said meanwhile. */
  readonly #leaving: Readonly<Record<ShelfName, Set<string>>> = {
    chats: new Set(),
    archived: new Set(),
    bin: new Set(),
  }
  readonly #reloadBin: Paced
  readonly #reload: Paced
  #openShelf: ShelfName = 'chats'

  constructor(environment: Environment) {
    this.#environment = environment
    const shelf = (name: ShelfName) =>
      new SessionShelf(name, environment.api, (id) => this.#leaving[name].has(id))
    this.shelves = { chats: shelf('chats'), archived: shelf('archived'), bin: shelf('bin') }
    this.#reloadBin = paced(environment, reloadDelayMs, () => void this.shelves.bin.load())
    this.#reload = paced(environment, reloadDelayMs, () => void this.load())
  }

  /** The list itself: what is neither put aside nor deleted. */
  get store() {
    return this.shelves.chats.store
  }

  /** Reads anew what is looked at. */
  async load(): Promise<void> {
    const { chats } = this.shelves
    const open = this.shelves[this.#openShelf]
    await Promise.all(open === chats ? [chats.load()] : [chats.load(), open.load()])
  }

  /** Many came or went: reads anew what is looked at, in a moment, once for all that is heard until then. */
  loadSoon(): void {
    this.#reload.request()
  }

  /** Reads what was put aside or deleted, and follows it until another one is opened. */
  open(name: ShelfName): void {
    this.#openShelf = name
    if (name !== 'chats') void this.shelves[name].load()
  }

  upsertSession(session: SessionSummary): void {
    const { chats, archived, bin } = this.shelves
    const only = new Set([session.id])
    const [here, elsewhere] = session.archived ? [archived, chats] : [chats, archived]
    here.putSession(session)
    elsewhere.takeSessions(only)
    bin.takeSessions(only)
  }

  removeSession(sessionId: SessionId): void {
    const only = new Set([sessionId])
    this.shelves.chats.takeSessions(only)
    this.shelves.archived.takeSessions(only)
    this.#binChanged()
  }

  upsertComparison(comparison: ComparisonSummary): void {
    const { chats, archived, bin } = this.shelves
    const only = new Set([comparison.id])
    const [here, elsewhere] = comparison.archived ? [archived, chats] : [chats, archived]
    here.putComparison(comparison)
    elsewhere.takeComparisons(only)
    bin.takeComparisons(only)
  }

  removeComparison(comparisonId: ComparisonId): void {
    const only = new Set([comparisonId])
    this.shelves.chats.takeComparisons(only)
    this.shelves.archived.takeComparisons(only)
    this.#binChanged()
  }

  /** Whether this chat or comparison is being taken off a shelf, and main has not said yet that it is. */
  isLeaving(name: ShelfName, id: string): boolean {
    return this.#leaving[name].has(id)
  }

  /** Takes these off the shelves at once, and keeps them off until `act` has ended. */
  async whileLeaving<Result>(
    shelves: readonly ShelfName[],
    ids: { sessions: readonly SessionId[]; comparisons: readonly ComparisonId[] },
    act: () => Promise<Result>,
  ): Promise<Result> {
    const all = [...ids.sessions, ...ids.comparisons]
    for (const name of shelves) {
      for (const id of all) this.#leaving[name].add(id)
      this.shelves[name].takeSessions(new Set(ids.sessions))
      this.shelves[name].takeComparisons(new Set(ids.comparisons))
    }
    try {
      return await act()
    } finally {
      for (const name of shelves) for (const id of all) this.#leaving[name].delete(id)
    }
  }

  renameSession(sessionId: SessionId, title: string): Promise<boolean> {
    return this.attempt(() => this.#environment.api.invoke('sessions.update', { sessionId, title }))
  }

  renameComparison(comparisonId: ComparisonId, title: string): Promise<boolean> {
    return this.attempt(() => this.#environment.api.invoke('compare.update', { comparisonId, title }))
  }

  restoreSession(sessionId: SessionId): Promise<boolean> {
    return this.attempt(() => this.#environment.api.invoke('sessions.restore', { sessionId }))
  }

  markSeen(sessionId: SessionId): Promise<boolean> {
    return this.attempt(async () => {
      try {
        await this.#environment.api.invoke('sessions.markSeen', { sessionId })
      } catch (error) {
        // Deleted in the meantime, maybe in another window: then nothing of it is left to be seen.
        if (errorDataOf(error).code !== 'NOT_FOUND') throw error
      }
    })
  }

  /** Says what went wrong where the lists stand. False when something did. */
  async attempt(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action()
      return true
    } catch (error) {
      this.actions.setState({ actionError: errorDataOf(error) })
      return false
    }
  }

  /** Main is well again: that it was not is no answer any more. */
  dismissDegraded(): void {
    if (this.actions.getState().actionError?.code === 'DEGRADED') this.dismissError()
  }

  dismissError(): void {
    this.actions.setState({ actionError: null })
  }

  #binChanged(): void {
    if (this.#openShelf === 'bin') this.#reloadBin.request()
  }
}
