import { readFileSync, statSync } from 'node:fs'

import { attachmentKind } from '../../../shared/attachments'
import type { AttachmentPart } from '../../../shared/messages'
import { attachmentPath } from '../attachments/attachment-files'
import type { ReadableDatabase } from '../database'

/** What one image may have, and all of a chat together; beyond that they are named only. */
const maxImageBytes = 5 * 1024 * 1024
const maxTotalBytes = 32 * 1024 * 1024

/** Gives the image as a `data:` address; null when it is none, is not there, or there is no room for it. */
export type EmbedImage = (part: AttachmentPart) => string | null

/** Embeds the images of one chat, from the first on, as far as they have room. */
export function imageEmbedder(database: ReadableDatabase, folder: string): EmbedImage {
  const known = database.query<{ hash: string; media_type: string }>(
    'SELECT hash, media_type FROM attachments WHERE id = ?',
  )
  let totalBytes = 0
  return ({ attachmentId }) => {
    const row = known.get(attachmentId)
    if (row === undefined || attachmentKind(row.media_type) !== 'image') return null
    const path = attachmentPath(folder, row.hash)
    const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY
    if (sizeBytes > maxImageBytes || totalBytes + sizeBytes > maxTotalBytes) return null
    totalBytes += sizeBytes
    return `data:${row.media_type};base64,${readFileSync(path).toString('base64')}`
  }
}
