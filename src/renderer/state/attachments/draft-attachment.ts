import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../../shared/failures/failure'
import type { AttachmentId } from '../../../shared/ids'
import { wireLimits } from '../../../shared/rpc/limits'
import type { AttachmentPart } from '../../../shared/sessions/messages'

/** A file beside a message that is being written. */
export type DraftAttachment = { key: string; name: string; sizeBytes: number } & (
  | { state: 'uploading'; sentBytes: number }
  | { state: 'failed'; error: ErrorData }
  /** `note` says what was done to it before it was sent to main; null when nothing was. */
  | { state: 'ready'; part: AttachmentPart; note: string | null }
)

export const noAttachments: readonly DraftAttachment[] = []

/** Those of a draft that can be sent. */
export function readyParts(attachments: readonly DraftAttachment[]): AttachmentPart[] {
  return attachments.flatMap((attachment) => (attachment.state === 'ready' ? [attachment.part] : []))
}

/** Why a message cannot be sent with these; null when it can. */
export function attachmentsRefusal(attachments: readonly DraftAttachment[]): ErrorData | null {
  const failed = attachments.find(({ state }) => state === 'failed')
  if (failed === undefined) return null
  return failureData('INVALID_INPUT', 'attachment-failed', { name: failed.name })
}

/** Why no more files can go with a message. */
export function tooManyAttachments(): ErrorData {
  return failureData('INVALID_INPUT', 'attachments-too-many', { max: wireLimits.attachments })
}

/** The ids of what goes with a message, as main takes them. */
export function attachmentIds(parts: readonly AttachmentPart[]): { attachments?: AttachmentId[] } {
  // A message may also hold parts of an import, whose ids main does not know; it says so.
  return parts.length === 0
    ? {}
    : { attachments: parts.map(({ attachmentId }) => attachmentId as AttachmentId) }
}
