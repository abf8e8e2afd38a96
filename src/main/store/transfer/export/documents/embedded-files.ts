import { readFileSync, statSync } from 'node:fs'

import { attachmentKind } from '../../../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../../../shared/sessions/messages'
import { attachmentPath } from '../../../attachments/attachment-files'
import { textOf } from '../../../../base/files/text-bytes'
import type { ReadableDatabase } from '../../../database/database'

/** Limits for one file and for a whole chat; beyond them files are only named. */
const maxFileBytes = 5 * 1024 * 1024
const maxTotalBytes = 32 * 1024 * 1024

/** The embedded form of a file: a picture as a `data:` address, or a text. */
export type EmbeddedFile = { kind: 'image'; source: string } | { kind: 'text'; text: string }

/** Embeds the file; null when it is neither an image nor text, is missing, or exceeds the limits. */
export type EmbedFile = (part: AttachmentPart) => EmbeddedFile | null

/** Embeds the pictures and texts of one chat from the first on, as long as there is room. */
export function fileEmbedder(database: ReadableDatabase, folder: string): EmbedFile {
  const known = database.query<{ hash: string; media_type: string }>(
    'SELECT hash, media_type FROM attachments WHERE id = ?',
  )
  let totalBytes = 0
  return ({ attachmentId }) => {
    const row = known.get(attachmentId)
    const kind = row === undefined ? null : attachmentKind(row.media_type)
    if (row === undefined || (kind !== 'image' && kind !== 'text')) return null
    const path = attachmentPath(folder, row.hash)
    const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY
    if (sizeBytes > maxFileBytes || totalBytes + sizeBytes > maxTotalBytes) return null
    totalBytes += sizeBytes
    const bytes = readFileSync(path)
    if (kind === 'image') return { kind, source: `data:${row.media_type};base64,${bytes.toString('base64')}` }
    const text = textOf(bytes)
    return text === null ? null : { kind, text }
  }
}
