import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { ProjectId } from '../../../shared/ids'
import type { Project } from '../../../shared/projects/projects'
import type { RouteInput } from '../../../shared/rpc/contract'
import { attempt } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'
import type { SessionEntry } from '../session-list/session-entry'

export interface ProjectsState {
  /** In the user's order. */
  projects: readonly Project[]
  /** The project that the sidebar shows, and in which new chats and comparisons begin; null shows all chats. */
  openId: ProjectId | null
  /** Why the last change failed, or the list could not be loaded. */
  error: ErrorData | null
  /** The most recently removed one, while it can be restored. */
  removed: Project | null
}

/** The user's projects. */
export class Projects {
  readonly store = createStore<ProjectsState>(() => ({
    projects: [],
    openId: null,
    error: null,
    removed: null,
  }))
  readonly #api: ParleyApi
  readonly #onOpened: (id: ProjectId | null) => void
  #reads = 0
  #dragged: readonly SessionEntry[] = []

  /** `onOpened` is called when the sidebar is to show another project, or all chats. */
  constructor(api: ParleyApi, onOpened: (id: ProjectId | null) => void) {
    this.#api = api
    this.#onOpened = onOpened
  }

  /** Reloads the list. A project that was removed, perhaps in another window, is no longer open. */
  async load(): Promise<void> {
    await attempt(this.store, () => this.#read())
  }

  /** The project with this id; null if there is none. */
  find(id: ProjectId | null | undefined): Project | null {
    return this.store.getState().projects.find((project) => project.id === id) ?? null
  }

  /** The project in which new chats and comparisons begin. */
  get openProject(): Project | null {
    return this.find(this.store.getState().openId)
  }

  /** Shows the chats of this project in the sidebar, or all chats. */
  open(id: ProjectId | null): void {
    if (this.store.getState().openId === id) return
    this.store.setState({ openId: id })
    this.#onOpened(id)
  }

  /** The chats and comparisons that are being dragged. */
  get dragged(): readonly SessionEntry[] {
    return this.#dragged
  }

  /** The user begins to drag these, or stops dragging. */
  drag(entries: readonly SessionEntry[]): void {
    this.#dragged = entries
  }

  /** Saves a new project, or the given fields of one. Resolves with it, or null when that was refused. */
  async save(given: RouteInput<'projects.save'>): Promise<Project | null> {
    let saved: Project | null = null
    await attempt(this.store, async () => {
      saved = (await this.#api.invoke('projects.save', given)).project
      await this.#read()
    })
    return saved
  }

  /** Removes a project, whose chats stay, and offers to restore it. */
  remove(project: Project): Promise<boolean> {
    return attempt(this.store, async () => {
      await this.#api.invoke('projects.remove', { projectId: project.id })
      this.store.setState({ removed: project })
      await this.#read()
    })
  }

  /** Restores the project that was removed last, with its chats. */
  undoRemove(): Promise<boolean> {
    return attempt(this.store, async () => {
      const { removed } = this.store.getState()
      if (removed === null) return
      await this.#api.invoke('projects.restore', { projectId: removed.id })
      this.forgetRemoved()
      await this.#read()
    })
  }

  forgetRemoved(): void {
    this.store.setState({ removed: null })
  }

  dismissError(): void {
    this.store.setState({ error: null })
  }

  async #read(): Promise<void> {
    this.#reads += 1
    const read = this.#reads
    const { projects } = await this.#api.invoke('projects.list', {})
    // A later read has newer projects.
    if (read !== this.#reads) return
    this.store.setState({ projects })
    if (this.openProject === null) this.open(null)
  }
}
