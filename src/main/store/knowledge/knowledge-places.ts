import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import type { ProjectId } from '../../../shared/ids'
import { attachmentKind } from '../../../shared/sessions/attachments'
import { attachmentPath, attachmentsFolderName, textSuffix } from '../attachments/attachment-files'
import type { ReadableDatabase } from '../database/database'
import type { KnowledgeSourceRow } from '../projects/knowledge-sources'
import type { SourcePlace } from './update-index'
import { sha256 } from '../../base/sha256'

/** Locates the files of knowledge and their indexes. */
export class KnowledgePlaces {
  readonly #dataFolder: string
  readonly #indexFolder: string
  readonly #attachment

  constructor(dataFolder: string, database: ReadableDatabase) {
    // Files are read only if no part of their path is a link.
    this.#dataFolder = realpathSync.native(dataFolder)
    this.#indexFolder = join(this.#dataFolder, 'knowledge')
    this.#attachment = database.query<{ hash: string; mediaType: string }>(
      'SELECT hash, media_type AS mediaType FROM attachments WHERE id = ?',
    )
  }

  /** Parley’s own folder, which no source may contain. */
  get own(): string {
    return this.#dataFolder
  }

  /** The index of a project. An id may come from anywhere, so it is no file name. */
  index(projectId: ProjectId): string {
    return join(this.#indexFolder, `${nameOf(projectId)}.db`)
  }

  /** Returns the place of a source; null if its file is not stored here, or nobody has allowed its folder. */
  of(row: KnowledgeSourceRow): SourcePlace | null {
    if (row.kind === 'folder') {
      return row.path === null || row.is_allowed !== 1 ? null : { id: row.id, kind: 'folder', root: row.path }
    }
    const file = row.attachment_id === null ? undefined : this.#attachment.get(row.attachment_id)
    if (file === undefined) return null
    const path = attachmentPath(join(this.#dataFolder, attachmentsFolderName), file.hash)
    const isPdf = attachmentKind(file.mediaType) === 'pdf'
    return {
      id: row.id,
      kind: 'file',
      name: row.name ?? 'file',
      root: dirname(path),
      path: basename(path),
      textPath: isPdf ? `${path}${textSuffix}` : null,
    }
  }

  /** The folder of all indexes. */
  get indexFolder(): string {
    return this.#indexFolder
  }
}

function nameOf(projectId: ProjectId): string {
  return sha256(projectId).slice(0, 32)
}
