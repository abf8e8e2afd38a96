import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { attachmentKind, attachmentLimits } from '../../../shared/sessions/attachments'
import type { Part } from '../../../shared/sessions/messages'
import { textOf } from '../../base/files/text-encoding'
import { attachmentPath, attachmentsFolderName, textSuffix } from '../attachments/attachment-files'
import type { ReadableDatabase } from '../database/database'

/** A longer text file is searched up to here; a file of text has at most four bytes per character. */
const maxFileBytes = 4 * attachmentLimits.textChars

/** The text of files that messages have attached. Synchronous, for threads. */
export class AttachedTexts {
  readonly #folder: string
  readonly #file

  constructor(database: ReadableDatabase, dataFolder: string) {
    this.#folder = join(dataFolder, attachmentsFolderName)
    this.#file = database.query<{ hash: string; mediaType: string }>(
      'SELECT hash, media_type AS mediaType FROM attachments WHERE id = ?',
    )
  }

  /** The text of all files of a message, joined; empty if it has none, or they are no longer there. */
  of(parts: readonly Part[]): string {
    const ids = parts.flatMap((part) => (part.type === 'attachment' ? [part.attachmentId] : []))
    return [...new Set(ids)].map((id) => this.#textOf(id)).join('\n')
  }

  #textOf(id: string): string {
    const file = this.#file.get(id)
    if (file === undefined) return ''
    const kind = attachmentKind(file.mediaType)
    const path = attachmentPath(this.#folder, file.hash)
    try {
      if (kind === 'pdf') return readFileSync(`${path}${textSuffix}`, 'utf8')
      return kind === 'text' ? (textOf(readFileSync(path).subarray(0, maxFileBytes)) ?? '') : ''
    } catch {
      // The file was removed, or cannot be read: it is only not found.
      return ''
    }
  }
}
