import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import type { AttachmentId, KnowledgeSourceId, ProjectId } from '../../../shared/ids'
import type { KnowledgeFile, KnowledgeSource, ProjectKnowledge } from '../../../shared/knowledge/knowledge'
import { attempt, errorDataOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'
import { sizeRefusal, uploadFile } from '../attachments/upload-file'

export interface KnowledgeState {
  /** The loaded knowledge, by project. */
  byProject: ReadonlyMap<ProjectId, ProjectKnowledge>
  /** Why the last change failed. */
  error: ErrorData | null
  /** The most recently removed source, while it can be put back. */
  removed: KnowledgeSource | null
  /** While files are uploaded. */
  adding: { doneCount: number; totalCount: number } | null
  /** Files of the last upload that were not added, and why. */
  refused: readonly { name: string; error: ErrorData }[]
}

/** Files are handed over after so many uploads. */
const filesPerCall = 20

/** The knowledge of the projects that this window shows. */
export class Knowledge {
  readonly store = createStore<KnowledgeState>(() => ({
    byProject: new Map(),
    error: null,
    removed: null,
    adding: null,
    refused: [],
  }))
  readonly #api: ParleyApi
  readonly #reads = new Map<ProjectId, number>()
  #upload: AbortController | null = null

  constructor(api: ParleyApi) {
    this.#api = api
  }

  of(projectId: ProjectId): ProjectKnowledge | null {
    return this.store.getState().byProject.get(projectId) ?? null
  }

  /** Loads the knowledge of a project, which is then kept up to date. */
  async load(projectId: ProjectId): Promise<void> {
    const read = (this.#reads.get(projectId) ?? 0) + 1
    this.#reads.set(projectId, read)
    try {
      const { knowledge } = await this.#api.invoke('knowledge.list', { projectId })
      // A later read has newer numbers.
      if (this.#reads.get(projectId) !== read) return
      this.store.setState(({ byProject }) => ({ byProject: new Map(byProject).set(projectId, knowledge) }))
    } catch (error) {
      const data = errorDataOf(error)
      // It was removed, perhaps in another window.
      if (data.code !== 'NOT_FOUND') this.store.setState({ error: data })
    }
  }

  /** Main reports that it has changed. */
  changed(projectId: ProjectId): void {
    if (this.#reads.has(projectId)) void this.load(projectId)
  }

  /** After the connection was lost, changes may have been missed. */
  reload(): void {
    for (const projectId of this.#reads.keys()) void this.load(projectId)
  }

  /** Uploads these files and adds them. What cannot be read is listed. */
  async addFiles(
    projectId: ProjectId,
    files: readonly File[],
    folders: readonly string[] = [],
  ): Promise<void> {
    if (files.length + folders.length === 0 || this.#upload !== null) return
    const upload = new AbortController()
    this.#upload = upload
    const refused: { name: string; error: ErrorData }[] = folders.map((name) => ({
      name,
      error: failureData('INVALID_INPUT', 'knowledge-dropped', { name }),
    }))
    const ids: AttachmentId[] = []
    const handOver = async () => {
      const attachmentIds = ids.splice(0)
      if (attachmentIds.length === 0) return
      await attempt(this.store, () => this.#api.invoke('knowledge.addFiles', { projectId, attachmentIds }))
    }
    for (const [doneCount, file] of files.entries()) {
      this.store.setState({ adding: { doneCount, totalCount: files.length }, refused: [] })
      const uploaded = await this.#uploaded(file, upload.signal)
      if (upload.signal.aborted) break
      if ('error' in uploaded) refused.push({ name: file.name, error: uploaded.error })
      else ids.push(uploaded.id)
      if (ids.length >= filesPerCall) await handOver()
    }
    await handOver()
    this.#upload = null
    this.store.setState({ adding: null, refused })
  }

  /** Stops the upload. What is already there stays. */
  stopAdding(): void {
    this.#upload?.abort(new Error('the upload was stopped'))
  }

  /** Opens a dialog of the system, if there is one. Resolves with whether there is. */
  async chooseFolder(projectId: ProjectId): Promise<boolean> {
    let hasDialog = true
    await attempt(this.store, async () => {
      hasDialog = (await this.#api.invoke('knowledge.chooseFolder', { projectId })).hasDialog
    })
    return hasDialog
  }

  /** Adds the folder at this path, which the user confirms outside the window. Resolves with whether it was added. */
  async addFolder(projectId: ProjectId, path: string): Promise<boolean> {
    let isAdded = false
    await attempt(this.store, async () => {
      isAdded = (await this.#api.invoke('knowledge.addFolder', { projectId, path })).added
    })
    return isAdded
  }

  allow(sourceId: KnowledgeSourceId): Promise<boolean> {
    return attempt(this.store, () => this.#api.invoke('knowledge.allow', { sourceId }))
  }

  refresh(projectId: ProjectId): Promise<boolean> {
    return attempt(this.store, () => this.#api.invoke('knowledge.refresh', { projectId }))
  }

  /** Removes a source and offers to put it back. */
  remove(source: KnowledgeSource): Promise<boolean> {
    return attempt(this.store, async () => {
      await this.#api.invoke('knowledge.remove', { sourceId: source.id })
      this.store.setState({ removed: source })
      await this.load(source.projectId)
    })
  }

  undoRemove(): Promise<boolean> {
    return attempt(this.store, async () => {
      const { removed } = this.store.getState()
      if (removed === null) return
      await this.#api.invoke('knowledge.restore', { sourceId: removed.id })
      this.forgetRemoved()
      await this.load(removed.projectId)
    })
  }

  forgetRemoved(): void {
    this.store.setState({ removed: null })
  }

  dismissErrors(): void {
    this.store.setState({ error: null, refused: [] })
  }

  /** A page of the files of a source. @throws ParleyError */
  async files(sourceId: KnowledgeSourceId, offset: number): Promise<KnowledgeFile[]> {
    return (await this.#api.invoke('knowledge.files', { sourceId, offset })).files
  }

  async #uploaded(file: File, signal: AbortSignal): Promise<{ id: AttachmentId } | { error: ErrorData }> {
    const refusal = sizeRefusal(file)
    if (refusal !== null) return { error: refusal }
    // Main refuses it, too, but only after all of it was sent.
    if (file.type.startsWith('image/')) {
      return { error: failureData('INVALID_INPUT', 'knowledge-image', { name: file.name }) }
    }
    try {
      const { attachmentId } = await uploadFile(this.#api, file, { signal, onProgress: () => {} })
      return { id: attachmentId as AttachmentId }
    } catch (error) {
      return { error: errorDataOf(error) }
    }
  }
}
