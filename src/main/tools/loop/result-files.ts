import type { AttachmentPart } from '../../../shared/sessions/messages'
import { imageDimensions, imageTypeOf } from '../../base/files/image-bytes'
import { maxResultImages } from '../../run-source/message-files'
import type { AttachmentContent, SourceEvent } from '../../run-source/run-source'

type ResultFile = Extract<SourceEvent, { type: 'file' }> & { toolCallId: string }

/** The images of an answer's results as its next request needs them: the run stores them under ids of its own. */
export class ResultFiles {
  readonly #images = new Map<string, AttachmentContent>()
  #count = 0

  /** The image as a part of the answer; null for anything else, of which the model gets only the text. */
  add({ bytes, toolCallId }: ResultFile): AttachmentPart | null {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const mediaType = imageTypeOf(buffer)
    if (mediaType === null) return null
    this.#count += 1
    const attachmentId = `result-image-${this.#count}`
    this.#images.set(attachmentId, { kind: 'image', mediaType, bytes })
    // No request contains more.
    for (const oldest of this.#images.keys()) {
      if (this.#images.size <= maxResultImages) break
      this.#images.delete(oldest)
    }
    return {
      type: 'attachment',
      attachmentId,
      name: `result.${mediaType.slice('image/'.length)}`,
      mediaType,
      sizeBytes: bytes.length,
      ...imageDimensions(buffer, mediaType),
      toolCallId,
    }
  }

  get({ attachmentId }: AttachmentPart): AttachmentContent | null {
    return this.#images.get(attachmentId) ?? null
  }
}
