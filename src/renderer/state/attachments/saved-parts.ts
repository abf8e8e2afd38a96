import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { TextStorage } from '../../browser/environment'
import { type DraftAttachment, readyParts } from './draft-attachment'

const storageKey = 'parley.draft-attachments'

/** The attachments of drafts from the browser's storage. */
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
    // Another program damaged the storage; the user has to attach the files again.
    return {}
  }
}

/** Saves the uploaded attachments of one composer. Other windows may have saved those of others. */
export function saveParts(
  storage: TextStorage,
  place: string,
  attachments: readonly DraftAttachment[],
): void {
  const parts = readyParts(attachments)
  const { [place]: _former, ...others } = readSavedParts(storage)
  const saved = parts.length === 0 ? others : { ...others, [place]: parts }
  if (Object.keys(saved).length === 0) storage.removeItem(storageKey)
  else storage.setItem(storageKey, JSON.stringify(saved))
}

/** True if a value from the browser's storage describes a file as this version stores it. */
function isAttachmentPart(value: unknown): value is AttachmentPart {
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
