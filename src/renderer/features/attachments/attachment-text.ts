import { attachmentKind } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { formatBytes, formatCount } from '../../language/format'

/** What a file is, in a few words: `1,024 × 768 · 230 kB`. */
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

/** What stands in the place of a picture: the ending of the name, if it is one. */
export function attachmentMark(name: string, mediaType: string): string {
  if (attachmentKind(mediaType) === 'pdf') return 'PDF'
  const ending = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]
  return ending?.toUpperCase() ?? 'TXT'
}
