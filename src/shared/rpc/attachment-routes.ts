import { z } from 'zod'

import type { AttachmentId, UploadId } from '../ids'
import type { AttachmentPart } from '../sessions/messages'
import { route } from './definitions/define-route'
import { id } from '../schema'
import { wireLimits } from './definitions/limits'

const attachmentId = id<AttachmentId>()
const uploadId = id<UploadId>()
const offset = z.number().int().min(0)

/** The attachments of one message. */
export const attachments = z.array(attachmentId).max(wireLimits.attachments)

/** Routes of attachments. Each file is stored once, by its content. */
export const attachmentRoutes = {
  /** Starts an upload; the bytes follow in `attachments.append`. @throws INVALID_INPUT too large */
  'attachments.begin': route(() =>
    z.object({
      name: z.string().min(1).max(1024),
      mediaType: z.string().max(200),
      sizeBytes: z.number().int().min(0).max(wireLimits.attachmentBytes),
    }),
  ).returns<{ uploadId: UploadId }>(),
  /** The next piece of the file, in base64; pieces arrive in order. */
  'attachments.append': route(() =>
    z.object({ uploadId, offset, data: z.base64().max(wireLimits.pieceChars) }),
  ).returns<{ receivedBytes: number }>(),
  /**
   * Completes an upload: the file is inspected, and its text extracted if it has any.
   * @throws INVALID_INPUT it is not an image, text or PDF, or cannot be read
   */
  'attachments.finish': route(() => z.object({ uploadId })).returns<{ attachment: AttachmentPart }>(),
  /** Cancels an upload. */
  'attachments.discard': route(() => z.object({ uploadId })).returns<Record<string, never>>(),
  /** A piece of a file, in base64. @throws NOT_FOUND */
  'attachments.read': route(() => z.object({ attachmentId, offset })).returns<{
    mediaType: string
    data: string
    isLast: boolean
  }>(),
  /** The text of a text file or PDF, for a preview. @throws NOT_FOUND; INVALID_INPUT it is an image */
  'attachments.text': route(() => z.object({ attachmentId })).returns<{ text: string; isCut: boolean }>(),
}
