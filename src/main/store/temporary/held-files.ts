import { failure } from '../../../shared/failures/failure'
import type { AttachmentId, SessionId } from '../../../shared/ids'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { NewId } from '../../base/new-id'
import type { HeldFile } from '../attachments/attachment-store'
import { inspectImage, inspectSound } from '../attachments/inspect-media'

/** Of all temporary chats together. What exceeds it is not shown, as where the disk is full. */
const maxHeldBytes = 256 * 1024 * 1024

/** The images and sounds in answers of temporary chats. They are only in memory, and disappear with their chat. */
export class HeldFiles {
  readonly #byChat = new Map<SessionId, Map<string, HeldFile>>()
  readonly #newId: NewId
  readonly #maxBytes: number
  #heldBytes = 0

  constructor(newId: NewId, maxBytes: number = maxHeldBytes) {
    this.#newId = newId
    this.#maxBytes = maxBytes
  }

  /** @throws INVALID_INPUT it is neither an image nor a sound, damaged or too large; STORE_FULL too much is held already */
  add(sessionId: SessionId, { name, bytes: given }: { name: string; bytes: Uint8Array }): AttachmentPart {
    const buffer = Buffer.from(given)
    const inspected = inspectImage(buffer) ?? inspectSound(buffer)
    if (inspected === null) throw failure('INVALID_INPUT', 'unknown-kind', { field: 'uploadId' })
    const { bytes, mediaType, ...size } = inspected
    const sizeBytes = bytes.length
    if (this.#heldBytes + sizeBytes > this.#maxBytes) throw failure('STORE_FULL', 'full')
    const attachmentId = this.#newId<AttachmentId>()
    const part: AttachmentPart = {
      type: 'attachment',
      attachmentId,
      name,
      mediaType,
      sizeBytes,
      ...size,
    }
    const files = this.#byChat.get(sessionId) ?? new Map<string, HeldFile>()
    this.#byChat.set(sessionId, files.set(attachmentId, { part, bytes }))
    this.#heldBytes += sizeBytes
    return part
  }

  get(attachmentId: string): HeldFile | undefined {
    for (const files of this.#byChat.values()) {
      const file = files.get(attachmentId)
      if (file !== undefined) return file
    }
    return undefined
  }

  /** The files of a chat. One that is added while they are read comes, too. */
  *ofChat(sessionId: SessionId): Generator<HeldFile, void, undefined> {
    yield* this.#byChat.get(sessionId)?.values() ?? []
  }

  /** The chat is gone, or its files are stored. */
  forget(sessionId: SessionId): void {
    for (const { bytes } of this.ofChat(sessionId)) this.#heldBytes -= bytes.length
    this.#byChat.delete(sessionId)
  }
}
