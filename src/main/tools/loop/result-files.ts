import { isImageType } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { imageDimensions } from '../../base/files/image-bytes'
import { isHeard, maxResultImages } from '../../run-source/message-files'
import { subtypeOf } from '../../run-source/lost-file'
import type { AttachmentContent, SourceEvent } from '../../run-source/run-source'

type ResultFile = Extract<SourceEvent, { type: 'file' }> & { toolCallId: string }

/** The files of an answer's results as its next request needs them: the run stores them under ids of its own. */
export class ResultFiles {
  readonly #files = new Map<string, AttachmentContent>()
  #count = 0

  /** The file as a part of the answer; null for one that no model accepts. */
  add({ mediaType, bytes, toolCallId }: ResultFile): AttachmentPart | null {
    const isImage = isImageType(mediaType)
    if (!isImage && !isHeard(mediaType)) return null
    this.#count += 1
    const attachmentId = `result-file-${this.#count}`
    this.#files.set(attachmentId, { kind: isImage ? 'image' : 'audio', mediaType, bytes })
    // No request contains more.
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= maxResultImages) break
      this.#files.delete(oldest)
    }
    return {
      type: 'attachment',
      attachmentId,
      name: `result.${subtypeOf(mediaType)}`,
      mediaType,
      sizeBytes: bytes.length,
      ...(isImage
        ? imageDimensions(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), mediaType)
        : {}),
      toolCallId,
    }
  }

  get({ attachmentId }: AttachmentPart): AttachmentContent | null {
    return this.#files.get(attachmentId) ?? null
  }
}
