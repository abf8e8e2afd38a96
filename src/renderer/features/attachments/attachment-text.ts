import { attachmentKind } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { formatBytes, formatCount } from '../../language/format'

/** A short description of a file: `1,024 × 768 · 230 kB`. */
export function attachmentFacts(part: AttachmentPart): string {
  const { width, height, pageCount, sizeBytes } = part
  const shape =
    width !== undefined && height !== undefined
      ? `${formatCount(width)} × ${formatCount(height)}`
      : pageCount !== undefined
        ? t('attachments.pages', { count: pageCount })
        : null
  return [...(shape === null ? [] : [shape]), formatBytes(sizeBytes)].join(' · ')
}

/** A placeholder for a thumbnail: the file's extension, if it has one. */
export function attachmentMark(name: string, mediaType: string): string {
  if (attachmentKind(mediaType) === 'pdf') return 'PDF'
  const ending = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]
  return ending?.toUpperCase() ?? 'TXT'
}
