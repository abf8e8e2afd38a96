import { failure } from '../../../shared/failures/failure'
import type { AttachmentId, KnowledgeSourceId, ProjectId } from '../../../shared/ids'
import { knowledgeLimits } from '../../../shared/knowledge/knowledge'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { ReadableDatabase, WritableDatabase } from '../database/database'
import { column, columnNames, insertionInto } from '../database/table'

/** The columns of the table `knowledge_sources`: a file or folder of a project’s knowledge. */
const sourceRow = {
  id: column<KnowledgeSourceId>(),
  project_id: column<ProjectId>(),
  kind: column<'file' | 'folder'>(),
  /** The name of a file; null for a folder. */
  name: column<string | null>(),
  attachment_id: column<AttachmentId | null>(),
  /** The real path of a folder. */
  path: column<string | null>(),
  /** A folder is read only after the user has allowed it on this computer. */
  is_allowed: column<number>(),
  added_at: column<number>(),
}
export type KnowledgeSourceRow = typeof sourceRow

const columns = columnNames(sourceRow).join(', ')

/** The sources of a project, in the order in which they were added. */
function sourcesOf(database: ReadableDatabase) {
  return database.query<KnowledgeSourceRow>(
    `SELECT ${columns} FROM knowledge_sources WHERE project_id = ? ORDER BY added_at, id`,
  )
}

/** The files and folders that are the knowledge of projects. */
export class KnowledgeSources {
  readonly #database: WritableDatabase
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #ofProject
  readonly #projects
  readonly #get
  readonly #insert
  readonly #allow
  readonly #remove
  readonly #keepFile

  constructor(database: WritableDatabase, deps: { clock: Clock; newId: NewId }) {
    this.#database = database
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#ofProject = sourcesOf(database)
    this.#projects = database.query<{ id: ProjectId }>(
      'SELECT id FROM projects WHERE id IN (SELECT project_id FROM knowledge_sources)',
    )
    this.#get = database.query<KnowledgeSourceRow>(`SELECT ${columns} FROM knowledge_sources WHERE id = ?`)
    this.#insert = database.command(
      insertionInto('knowledge_sources', columnNames(sourceRow), 'INSERT OR IGNORE'),
    )
    this.#allow = database.command('UPDATE knowledge_sources SET is_allowed = 1 WHERE id = ?')
    this.#remove = database.command('DELETE FROM knowledge_sources WHERE id = ?')
    this.#keepFile = database.command('UPDATE attachments SET used_at = ? WHERE id = ?')
  }

  of(projectId: ProjectId): KnowledgeSourceRow[] {
    return this.#ofProject.all(projectId)
  }

  /** The projects that have any. */
  projectIds(): ProjectId[] {
    return this.#projects.all().map(({ id }) => id)
  }

  /** @throws NOT_FOUND */
  get(id: KnowledgeSourceId): KnowledgeSourceRow {
    const row = this.#get.get(id)
    if (row === undefined) throw failure('NOT_FOUND', 'knowledge-source', { sourceId: id })
    return row
  }

  /** Adds stored files; one that the project has already stays as it is. @throws INVALID_INPUT there are too many */
  addFiles(projectId: ProjectId, files: readonly AttachmentPart[]): void {
    this.#database.transaction(() => {
      const rows = this.of(projectId)
      const known = new Set(rows.map((row) => `${row.attachment_id} ${row.name}`))
      const added = files.filter(({ attachmentId, name }) => !known.has(`${attachmentId} ${name}`))
      this.#assertRoom(known.size + added.length)
      const first = this.#nextTime(rows)
      for (const [index, file] of added.entries()) {
        this.#insert.run(this.#row(projectId, { file, addedAt: first + index }))
      }
    })
  }

  /** Adds a folder that the user has allowed, by its real path. @throws INVALID_INPUT there are too many */
  addFolder(projectId: ProjectId, path: string): void {
    this.#database.transaction(() => {
      const rows = this.of(projectId)
      const known = rows.find((row) => row.path === path)
      if (known !== undefined) {
        this.#allow.run(known.id)
        return
      }
      this.#assertRoom(rows.length + 1)
      const row = this.#row(projectId, { folder: path, addedAt: this.#nextTime(rows) })
      this.#insert.run({ ...row, is_allowed: 1 })
    })
  }

  /** The user allows the folder on this computer. */
  allow(id: KnowledgeSourceId): void {
    this.#allow.run(id)
  }

  /** Removes it and returns it, so that it can be put back. Null if there is none. */
  take(id: KnowledgeSourceId): KnowledgeSourceRow | null {
    const row = this.#get.get(id)
    if (row === undefined) return null
    this.#database.transaction(() => this.#take(row))
    return row
  }

  /** Like `take`, for all sources of a project. */
  takeAll(projectId: ProjectId): KnowledgeSourceRow[] {
    const rows = this.of(projectId)
    for (const row of rows) this.#take(row)
    return rows
  }

  /** Puts back what was removed. */
  putBack(rows: readonly KnowledgeSourceRow[]): void {
    this.#database.transaction(() => {
      for (const row of rows) this.#insert.run({ ...row })
    })
  }

  /** Returns a time after those of all other sources, so that their order lasts. */
  #nextTime(rows: readonly KnowledgeSourceRow[]): number {
    return Math.max(this.#clock.now(), (rows.at(-1)?.added_at ?? 0) + 1)
  }

  #take(row: KnowledgeSourceRow): void {
    // Its file is kept for a day from now.
    if (row.attachment_id !== null) this.#keepFile.run(this.#clock.now(), row.attachment_id)
    this.#remove.run(row.id)
  }

  #row(
    projectId: ProjectId,
    source: ({ file: AttachmentPart } | { folder: string }) & { addedAt: number },
  ): KnowledgeSourceRow {
    const isFile = 'file' in source
    return {
      id: this.#newId<KnowledgeSourceId>(),
      project_id: projectId,
      kind: isFile ? 'file' : 'folder',
      name: isFile ? source.file.name : null,
      attachment_id: isFile ? (source.file.attachmentId as AttachmentId) : null,
      path: isFile ? null : source.folder,
      is_allowed: isFile ? 1 : 0,
      added_at: source.addedAt,
    }
  }

  #assertRoom(count: number): void {
    if (count > knowledgeLimits.sources) {
      throw failure('INVALID_INPUT', 'too-many-sources', { max: knowledgeLimits.sources })
    }
  }
}
