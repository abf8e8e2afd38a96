import { z } from 'zod'

import type { AttachmentId, UploadId } from '../ids'
import type { AttachmentPart } from '../sessions/messages'
import { route } from './define-route'
import { id } from './fields'
import { wireLimits } from './limits'

const attachmentId = id<AttachmentId>()
const uploadId = id<UploadId>()
const offset = z.number().int().min(0)

/** The files of one message. */
export const attachments = z.array(attachmentId).max(wireLimits.attachments)

/** The routes of files that go with a message. Each is stored once, by its content. */
export const attachmentRoutes = {
  /** Begins to take in a file; its bytes follow by `attachments.append`. @throws INVALID_INPUT too large */
  'attachments.begin': route(
    z.object({
      name: z.string().min(1).max(1024),
      mediaType: z.string().max(200),
      sizeBytes: z.number().int().min(0).max(wireLimits.attachmentBytes),
    }),
  ).returns<{ uploadId: UploadId }>(),
  /** The next piece of the file, in base64, in order. */
  'attachments.append': route(
    z.object({ uploadId, offset, data: z.base64().max(wireLimits.pieceChars) }),
  ).returns<{ receivedBytes: number }>(),
  /**
   * The file is complete: it is looked at, and its text read where it has one.
   * @throws INVALID_INPUT it is neither an image, text nor a PDF, or it cannot be read
   */
  'attachments.finish': route(z.object({ uploadId })).returns<{ attachment: AttachmentPart }>(),
  /** Gives up a file that is being taken in. */
  'attachments.discard': route(z.object({ uploadId })).returns<Record<string, never>>(),
  /** The bytes of a file, in base64, piece by piece. @throws NOT_FOUND */
  'attachments.read': route(z.object({ attachmentId, offset })).returns<{
    mediaType: string
    data: string
    isLast: boolean
  }>(),
  /** What a text file says, or a PDF, as far as a preview shows it. @throws NOT_FOUND; INVALID_INPUT it is an image */
  'attachments.text': route(z.object({ attachmentId })).returns<{ text: string; isCut: boolean }>(),
}
