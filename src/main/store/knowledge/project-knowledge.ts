import { realpath, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'

import { failure } from '../../../shared/failures/failure'
import type { AttachmentId, KnowledgeSourceId, ProjectId } from '../../../shared/ids'
import type {
  KnowledgeFile,
  KnowledgeSource,
  ProjectKnowledge as Knowledge,
} from '../../../shared/knowledge/knowledge'
import { attachmentKind } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { fullPath, pathInside } from '../../base/files/full-path'
import type { JobRunner } from '../../base/threads/job'
import { isDamage } from '../database/store-errors'
import type { KnowledgeSources, KnowledgeSourceRow } from '../projects/knowledge-sources'
import type { FoundKnowledge, KnowledgeQuestion } from './find-passages'
import type { IndexStats } from './open-index'
import type { SourcePlace } from './update-index'
import type { IndexUpdates } from './index-updates'
import type { KnowledgeJobs } from './knowledge-jobs'
import type { KnowledgePlaces } from './knowledge-places'

/** The number of removed sources that can be put back. */
const maxRemoved = 500
/** Longer than the start of a thread takes: a folder may be on a disk that does not answer. */
const longestFindMs = 15_000

type Asked = Omit<KnowledgeQuestion, 'file' | 'sources'>

interface ProjectKnowledgeDeps {
  sources: KnowledgeSources
  places: KnowledgePlaces
  updates: IndexUpdates
  /** Reads indexes, and whether files on disk have changed since, at once. */
  jobs: JobRunner<KnowledgeJobs>
  /** The stored files. @throws NOT_FOUND */
  useAttachments: (ids: readonly AttachmentId[]) => AttachmentPart[]
  /** @throws NOT_FOUND */
  assertProject: (projectId: ProjectId) => void
  /** Asks the user, out of reach of any window, whether all files of the folder may be sent to models. */
  confirmFolder: (path: string, signal: AbortSignal) => Promise<boolean>
}

/** The knowledge of projects: what users add and remove, and what is found in it. */
export class ProjectKnowledge {
  readonly #deps: ProjectKnowledgeDeps
  readonly #removed = new Map<KnowledgeSourceId, KnowledgeSourceRow>()
  /** Folders that the user has allowed for a project since Parley started. */
  readonly #allowed = new Set<string>()

  constructor(deps: ProjectKnowledgeDeps) {
    this.#deps = deps
  }

  /** @throws NOT_FOUND */
  async list(projectId: ProjectId): Promise<Knowledge> {
    const { sources, updates, assertProject } = this.#deps
    assertProject(projectId)
    const stats = await this.#stats(projectId)
    const byId = new Map(stats.sources.map((each) => [each.id, each.stats]))
    return {
      projectId,
      sources: sources.of(projectId).map((row) => this.#source(row, byId.get(row.id))),
      tokens: stats.tokens,
      progress: updates.progress(projectId),
      failure: updates.failure(projectId),
    }
  }

  /** @throws NOT_FOUND; INVALID_INPUT one is an image, or there are too many */
  addFiles(projectId: ProjectId, ids: readonly AttachmentId[]): void {
    const { sources, updates, assertProject, useAttachments } = this.#deps
    assertProject(projectId)
    const files = useAttachments(ids)
    const image = files.find(({ mediaType }) => attachmentKind(mediaType) === 'image')
    if (image !== undefined) throw failure('INVALID_INPUT', 'knowledge-image', { name: image.name })
    // Only a message can have a sound, so nobody is offered one here.
    const isSound = files.some(({ mediaType }) => attachmentKind(mediaType) === 'audio')
    if (isSound) throw failure('INVALID_INPUT', 'unknown-kind', { field: 'attachmentIds' })
    sources.addFiles(projectId, files)
    updates.changed(projectId)
  }

  /**
   * Adds a folder if the user allows it; `isChosen`: the user has just chosen it in a dialog of the system. Returns
   * whether it was added.
   * @throws NOT_FOUND; INVALID_INPUT there is no such folder, it is Parley’s own, or there are too many sources
   */
  async addFolder(
    projectId: ProjectId,
    given: string,
    { isChosen, signal }: { isChosen: boolean; signal: AbortSignal },
  ): Promise<boolean> {
    const { sources, updates, assertProject } = this.#deps
    assertProject(projectId)
    const path = await this.#checkedFolder(given)
    if (!isChosen && !(await this.#isAllowed(projectId, path, signal))) return false
    // The question may have taken long.
    assertProject(projectId)
    signal.throwIfAborted()
    sources.addFolder(projectId, path)
    updates.changed(projectId)
    return true
  }

  /** Asks the user to allow a folder of an imported project. @throws as `addFolder` */
  async allow(sourceId: KnowledgeSourceId, signal: AbortSignal): Promise<boolean> {
    const { project_id: projectId, path } = this.#deps.sources.get(sourceId)
    if (path === null) return true
    const real = await this.#checkedFolder(path)
    if (!(await this.#isAllowed(projectId, real, signal))) return false
    // The question may have taken long.
    this.#deps.sources.get(sourceId)
    signal.throwIfAborted()
    // The user allowed the real folder, wherever the path from the file leads later.
    if (real === path) this.#deps.sources.allow(sourceId)
    else {
      this.#deps.sources.take(sourceId)
      this.#deps.sources.addFolder(projectId, real)
    }
    this.#deps.updates.changed(projectId)
    return true
  }

  /** Returns the project that it was removed from; null if it was removed before. */
  remove(sourceId: KnowledgeSourceId): ProjectId | null {
    const row = this.#deps.sources.take(sourceId)
    if (row === null) return null
    this.#removed.set(sourceId, row)
    for (const oldest of this.#removed.keys()) {
      if (this.#removed.size <= maxRemoved) break
      this.#removed.delete(oldest)
    }
    this.#deps.updates.changed(row.project_id)
    return row.project_id
  }

  /** Puts back a source that was removed since the start. @throws NOT_FOUND */
  restore(sourceId: KnowledgeSourceId): ProjectId {
    const row = this.#removed.get(sourceId)
    if (row === undefined) throw failure('NOT_FOUND', 'knowledge-source', { sourceId })
    this.#deps.assertProject(row.project_id)
    this.#deps.sources.putBack([row])
    this.#removed.delete(sourceId)
    this.#deps.updates.changed(row.project_id)
    return row.project_id
  }

  /** Looks for new, changed and removed files. @throws NOT_FOUND */
  refresh(projectId: ProjectId): void {
    this.#deps.assertProject(projectId)
    this.#deps.updates.changed(projectId)
  }

  /** A page of the files of a source. @throws NOT_FOUND */
  async files(sourceId: KnowledgeSourceId, offset: number): Promise<KnowledgeFile[]> {
    const { project_id: projectId } = this.#deps.sources.get(sourceId)
    const read = (file: string) => this.#deps.jobs.run('knowledgeFiles', { file, sourceId, offset })
    return (await this.#fromIndex(projectId, read)) ?? []
  }

  /** The text of an indexed file. @throws NOT_FOUND also without a project */
  async text(projectId: ProjectId | null, hash: string): Promise<{ text: string; isCut: boolean }> {
    const read = (file: string) => this.#deps.jobs.run('knowledgeText', { file, hash })
    const text = projectId === null ? null : await this.#fromIndex(projectId, read)
    if (text === null) throw failure('NOT_FOUND', 'knowledge-text')
    return text
  }

  /** The sources that may be read now. */
  sourceIds(projectId: ProjectId): string[] {
    return this.#places(projectId).map(({ id }) => id)
  }

  /** Finds the knowledge for this question; null if the project has none. */
  async find(projectId: ProjectId, asked: Asked, signal: AbortSignal): Promise<FoundKnowledge | null> {
    const { updates } = this.#deps
    const find = () => this.#find(projectId, asked, signal)
    if (this.#places(projectId).length === 0) return null
    const found = await find()
    const isGood = found !== null && !found.isStale && !found.hasUnread
    updates.look(projectId, { isNow: found === null || found.isStale })
    if (isGood) return found
    // Usually a few files, which are read in a moment; an answer does not wait for thousands.
    if (!(await updates.settled(projectId, signal)))
      return found === null ? null : { ...found, isIncomplete: true }
    const again = await find()
    return again?.isStale === true ? { ...again, isIncomplete: true } : again
  }

  #find(projectId: ProjectId, asked: Asked, signal: AbortSignal): Promise<FoundKnowledge | null> {
    // The user may have removed some while an answer waited.
    const sources = this.#places(projectId)
    return this.#fromIndex(projectId, (file) => {
      const options = { signal, timeoutMs: longestFindMs }
      return this.#deps.jobs.run('findPassages', { file, sources, ...asked }, options)
    })
  }

  /** Returns the result of `read` for the index of a project; null if it is damaged, and then built again. */
  async #fromIndex<Result>(
    projectId: ProjectId,
    read: (file: string) => Promise<Result>,
  ): Promise<Result | null> {
    const { places, updates } = this.#deps
    try {
      return await read(places.index(projectId))
    } catch (error) {
      if (!isDamage(error)) throw error
      updates.rebuild(projectId)
      return null
    }
  }

  #places(projectId: ProjectId): SourcePlace[] {
    const { sources, places } = this.#deps
    return sources.of(projectId).flatMap((row) => places.of(row) ?? [])
  }

  async #stats(projectId: ProjectId): Promise<IndexStats> {
    const known = this.#deps.updates.stats(projectId)
    if (known !== null) return known
    const read = (file: string) => this.#deps.jobs.run('knowledgeStats', { file })
    const hasSources = this.#deps.sources.of(projectId).length > 0
    return (hasSources ? await this.#fromIndex(projectId, read) : null) ?? { sources: [], tokens: 0 }
  }

  #source(
    row: KnowledgeSourceRow,
    stats: IndexStats['sources'][number]['stats'] | undefined,
  ): KnowledgeSource {
    const isFile = row.kind === 'file'
    const known = stats ?? {
      fileCount: isFile ? 1 : 0,
      indexedCount: 0,
      sizeBytes: 0,
      tokens: 0,
      problem: null,
    }
    const state = stats?.state ?? (this.#deps.places.of(row) === null ? 'missing' : 'waiting')
    return {
      id: row.id,
      projectId: row.project_id,
      kind: row.kind,
      name: row.name ?? row.path ?? '',
      fileCount: known.fileCount,
      indexedCount: known.indexedCount,
      sizeBytes: known.sizeBytes,
      tokens: known.tokens,
      state: isFile ? state : null,
      problem: row.kind === 'folder' && row.is_allowed !== 1 ? 'not-allowed' : known.problem,
    }
  }

  /** Asks only once about each folder of a project, also if it was removed in between. */
  async #isAllowed(projectId: ProjectId, path: string, signal: AbortSignal): Promise<boolean> {
    const key = JSON.stringify([projectId, path])
    if (!this.#allowed.has(key) && !(await this.#deps.confirmFolder(path, signal))) return false
    this.#allowed.add(key)
    return true
  }

  /** The real path of a folder that may be a source. @throws INVALID_INPUT */
  async #checkedFolder(given: string): Promise<string> {
    const full = fullPath(given)
    const path = isAbsolute(full) ? await realFolder(full) : null
    if (path === null) throw failure('INVALID_INPUT', 'knowledge-folder', { field: 'path', path: given })
    // A folder that contains it is fine: its own files are left out.
    if (pathInside(this.#deps.places.own, path) !== null) {
      throw failure('INVALID_INPUT', 'knowledge-own-folder', { field: 'path' })
    }
    return path
  }
}

/** Not synchronously: its disk may not answer. */
async function realFolder(path: string): Promise<string | null> {
  try {
    const real = await realpath(path)
    return (await stat(real)).isDirectory() ? real : null
  } catch {
    // It does not exist, or may not be read.
    return null
  }
}
