import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { TextStorage } from '../../browser/environment'
import { type DraftAttachment, readyParts } from './draft-attachment'

const storageKey = 'parley.draft-attachments'

/** The files of drafts, as the browser's storage has them. */
export function readSavedParts(storage: TextStorage): Record<string, AttachmentPart[]> {
  try {
    const saved: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    if (typeof saved !== 'object' || saved === null) return {}
    return Object.fromEntries(
      Object.entries(saved).map(([place, parts]) => [
        place,
        Array.isArray(parts) ? parts.filter((part) => isAttachmentPart(part)) : [],
      ]),
    )
  } catch {
    // Damaged by another program; what was attached is attached again.
    return {}
  }
}

/** Saves what main has of the files of one place; what is still on its way is not. Other windows have the other places. */
export function saveParts(
  storage: TextStorage,
  place: string,
  attachments: readonly DraftAttachment[],
): void {
  const parts = readyParts(attachments)
  const { [place]: _former, ...others } = readSavedParts(storage)
  const saved = parts.length === 0 ? others : { ...others, [place]: parts }
  try {
    if (Object.keys(saved).length === 0) storage.removeItem(storageKey)
    else storage.setItem(storageKey, JSON.stringify(saved))
  } catch {
    // No room: the files stay attached as long as this page is there.
  }
}

export function isAttachmentPart(value: unknown): value is AttachmentPart {
  if (typeof value !== 'object' || value === null) return false
  const { type, attachmentId, name, mediaType, sizeBytes } = value as Record<string, unknown>
  return (
    type === 'attachment' &&
    typeof attachmentId === 'string' &&
    typeof name === 'string' &&
    typeof mediaType === 'string' &&
    typeof sizeBytes === 'number'
  )
}
