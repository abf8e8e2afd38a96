import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { ComparisonId, ProjectId, SessionId } from '../../../shared/ids'
import type { ComparisonSummary, SessionSummary } from '../../../shared/sessions/sessions'
import type { Environment } from '../../browser/environment'
import { errorDataOf, refusalOf } from '../../errors/error-data'
import { throttle, type ThrottledTask } from '../../browser/throttle'
import { SessionFolder, type SessionFolderName } from './session-folder'

/** Several deletions in a row must not each reload a list. */
const reloadDelayMs = 200

export interface SessionListState {
  /** Why a requested change failed; null if there is nothing to show. */
  actionError: ErrorData | null
}

/** The lists of chats and comparisons in the sidebar: active, those of a project, archived and deleted. */
export class SessionList {
  readonly folders: Readonly<Record<SessionFolderName, SessionFolder>>
  readonly actions = createStore<SessionListState>(() => ({ actionError: null }))
  readonly #environment: Environment
  /** Entries being removed from a list stay hidden in it, whatever events arrive in the meantime. */
  readonly #leaving: Readonly<Record<SessionFolderName, Set<string>>> = {
    chats: new Set(),
    project: new Set(),
    archived: new Set(),
    trash: new Set(),
  }
  readonly #reloadTrash: ThrottledTask
  readonly #reload: ThrottledTask
  #openFolder: SessionFolderName = 'chats'

  constructor(environment: Environment) {
    this.#environment = environment
    const folder = (name: SessionFolderName) =>
      new SessionFolder(name, environment.api, (id) => this.#leaving[name].has(id))
    this.folders = {
      chats: folder('chats'),
      project: folder('project'),
      archived: folder('archived'),
      trash: folder('trash'),
    }
    this.#reloadTrash = throttle(environment, reloadDelayMs, () => void this.folders.trash.load())
    this.#reload = throttle(environment, reloadDelayMs, () => void this.load())
  }

  /** The main list: entries that are neither archived nor deleted. */
  get store() {
    return this.folders.chats.store
  }

  /** Reloads the lists that are shown. */
  async load(): Promise<void> {
    const { chats } = this.folders
    const open = this.folders[this.#openFolder]
    await Promise.all(open === chats ? [chats.load()] : [chats.load(), open.load()])
  }

  /** Many entries changed: reloads the lists that are shown after a short delay, once for all changes until then. */
  loadSoon(): void {
    this.#reload.request()
  }

  /** From now on, `project` is the list of this project. */
  showProject(projectId: ProjectId | null): void {
    this.folders.project.restrictTo(projectId)
    if (projectId !== null && this.#openFolder === 'project') void this.folders.project.load()
  }

  /** Loads the entries of another list than the main one, and follows that list until another one is opened. */
  open(name: SessionFolderName): void {
    this.#openFolder = name
    if (name !== 'chats') void this.folders[name].load()
  }

  upsertSession(session: SessionSummary): void {
    if (session.isTemporary === true) return
    const { chats, archived, trash, project } = this.folders
    const only = new Set([session.id])
    const [here, elsewhere] = session.archived ? [archived, chats] : [chats, archived]
    here.putSession(session)
    elsewhere.removeSessions(only)
    trash.removeSessions(only)
    if (!session.archived && project.isFor(session)) project.putSession(session)
    else project.removeSessions(only)
  }

  removeSession(sessionId: SessionId): void {
    const only = new Set([sessionId])
    this.folders.chats.removeSessions(only)
    this.folders.archived.removeSessions(only)
    this.folders.project.removeSessions(only)
    this.#trashChanged()
  }

  upsertComparison(comparison: ComparisonSummary): void {
    const { chats, archived, trash, project } = this.folders
    const only = new Set([comparison.id])
    const [here, elsewhere] = comparison.archived ? [archived, chats] : [chats, archived]
    here.putComparison(comparison)
    elsewhere.removeComparisons(only)
    trash.removeComparisons(only)
    if (!comparison.archived && project.isFor(comparison)) project.putComparison(comparison)
    else project.removeComparisons(only)
  }

  removeComparison(comparisonId: ComparisonId): void {
    const only = new Set([comparisonId])
    this.folders.chats.removeComparisons(only)
    this.folders.archived.removeComparisons(only)
    this.folders.project.removeComparisons(only)
    this.#trashChanged()
  }

  /** True while this chat or comparison is being removed from a list, until main confirms it. */
  isLeaving(name: SessionFolderName, id: string): boolean {
    return this.#leaving[name].has(id)
  }

  /** Hides these entries from the lists at once, until `act` has ended. */
  async whileLeaving<Result>(
    folders: readonly SessionFolderName[],
    ids: { sessions: readonly SessionId[]; comparisons: readonly ComparisonId[] },
    act: () => Promise<Result>,
  ): Promise<Result> {
    const all = [...ids.sessions, ...ids.comparisons]
    for (const name of folders) {
      for (const id of all) this.#leaving[name].add(id)
      this.folders[name].removeSessions(new Set(ids.sessions))
      this.folders[name].removeComparisons(new Set(ids.comparisons))
    }
    try {
      return await act()
    } finally {
      for (const name of folders) for (const id of all) this.#leaving[name].delete(id)
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
        // Deleted in the meantime, perhaps in another window, so nothing remains that could be unseen.
        if (errorDataOf(error).code !== 'NOT_FOUND') throw error
      }
    })
  }

  /** Runs `action` and shows its error next to the lists. False when it failed. */
  async attempt(action: () => Promise<unknown>): Promise<boolean> {
    const refusal = await refusalOf(action)
    if (refusal !== null) this.showError(refusal)
    return refusal === null
  }

  /** Shows the error of an action next to the lists. */
  showError(actionError: ErrorData): void {
    this.actions.setState({ actionError })
  }

  /** Main has recovered, so an error about its failure is outdated. */
  dismissDegraded(): void {
    if (this.actions.getState().actionError?.code === 'DEGRADED') this.dismissError()
  }

  dismissError(): void {
    this.actions.setState({ actionError: null })
  }

  #trashChanged(): void {
    if (this.#openFolder === 'trash') this.#reloadTrash.request()
  }
}
