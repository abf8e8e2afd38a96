import { createStore } from 'zustand/vanilla'

import type { ProjectId } from '../../../shared/ids'
import type { Project } from '../../../shared/projects/projects'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { ParleyApi } from '../../rpc/parley-api'
import { type ListState, ListStore, unloadedList } from '../lists/list-store'
import type { SessionEntry } from '../session-list/session-entry'

export interface ProjectsState extends ListState<Project> {
  /** In the user's order. */
  projects: readonly Project[]
  /** The project that the sidebar shows, and in which new chats and comparisons begin; null shows all chats. */
  openId: ProjectId | null
}

/** The user's projects. */
export class Projects extends ListStore<Project, ProjectsState, 'projects'> {
  readonly #api: ParleyApi
  readonly #onOpened: (id: ProjectId | null) => void
  #dragged: readonly SessionEntry[] = []

  /** `onOpened` is called when the sidebar is to show another project, or all chats. */
  constructor(api: ParleyApi, onOpened: (id: ProjectId | null) => void) {
    super(createStore<ProjectsState>(() => ({ ...unloadedList, projects: [], openId: null })))
    this.#api = api
    this.#onOpened = onOpened
    // The open project was removed, perhaps in another window.
    this.store.subscribe(({ projects, openId }, before) => {
      if (projects !== before.projects && openId !== null && this.openProject === null) this.open(null)
    })
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
    await this.change(async () => {
      saved = (await this.#api.invoke('projects.save', given)).project
    })
    return saved
  }

  /** Removes a project that the user decided not to create. */
  discard({ id }: Project): Promise<boolean> {
    return this.change(() => this.#api.invoke('projects.remove', { projectId: id }))
  }

  /** Removes a project, whose chats stay, and offers to restore it. */
  remove(project: Project): Promise<boolean> {
    return this.removing(project, () => this.#api.invoke('projects.remove', { projectId: project.id }))
  }

  /** With its chats. */
  protected override restore({ id }: Project): Promise<unknown> {
    return this.#api.invoke('projects.restore', { projectId: id })
  }

  protected override read(): Promise<{ projects: readonly Project[] }> {
    return this.#api.invoke('projects.list', {})
  }
}
