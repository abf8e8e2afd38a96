import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import type { AttachmentId } from '../../../shared/ids'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { AttachmentPart } from '../../../shared/sessions/messages'

/** A file attached to a draft. */
export type DraftAttachment = { key: string; name: string; sizeBytes: number } & (
  | { state: 'uploading'; sentBytes: number }
  | { state: 'failed'; error: ErrorData }
  /** `note` says how the file was changed before the upload; null if it was not. */
  | { state: 'ready'; part: AttachmentPart; note: string | null }
)

/** One list for all drafts without files, so that nothing is drawn again for them. */
export const noAttachments: readonly DraftAttachment[] = []

/** The attachments that are ready to send. */
export function readyParts(attachments: readonly DraftAttachment[]): AttachmentPart[] {
  return attachments.flatMap((attachment) => (attachment.state === 'ready' ? [attachment.part] : []))
}

/** Why a message with these cannot be sent; null when it can. */
export function attachmentsRefusal(attachments: readonly DraftAttachment[]): ErrorData | null {
  const failed = attachments.find(({ state }) => state === 'failed')
  if (failed === undefined) return null
  return failureData('INVALID_INPUT', 'attachment-failed', { name: failed.name })
}

/** The error for too many attachments. */
export function tooManyAttachments(): ErrorData {
  return failureData('INVALID_INPUT', 'attachments-too-many', { max: wireLimits.attachments })
}

/** Attachment ids in the form that routes take. */
export function attachmentIds(parts: readonly AttachmentPart[]): { attachments?: AttachmentId[] } {
  // Ids of imported parts may be unknown to main, which then refuses them.
  return parts.length === 0
    ? {}
    : { attachments: parts.map(({ attachmentId }) => attachmentId as AttachmentId) }
}
