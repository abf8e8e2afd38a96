import { attachmentKind } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { ParleyApi } from '../../rpc/parley-api'
import { fromBase64 } from '../../browser/base64'

/** Images no longer shown that are kept in case the user scrolls back. */
const maxKept = 24

interface KnownImage {
  /** Null when the file is missing or is not an image that may be shown. */
  url: Promise<string | null>
  shownCount: number
}

/** Files of sent messages in this window; images have object URLs, which are revoked when unused. */
export class AttachmentFiles {
  readonly #api: ParleyApi
  /** In the order in which they were last shown. */
  readonly #images = new Map<string, KnownImage>()

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** The URL of an image while it is shown; call `release` when it no longer is. */
  show({ attachmentId }: AttachmentPart): { url: Promise<string | null>; release: () => void } {
    const known = this.#images.get(attachmentId) ?? { url: this.#load(attachmentId), shownCount: 0 }
    this.#images.delete(attachmentId)
    this.#images.set(attachmentId, known)
    known.shownCount += 1
    let isShown = true
    return {
      url: known.url,
      release: () => {
        if (!isShown) return
        isShown = false
        known.shownCount -= 1
        this.#prune()
      },
    }
  }

  /** The whole file. @throws NOT_FOUND it no longer exists */
  async read(attachmentId: string): Promise<Blob> {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    let offset = 0
    for (;;) {
      const piece = await this.#api.invoke('attachments.read', {
        attachmentId,
        offset,
      })
      const bytes = fromBase64(piece.data)
      pieces.push(bytes)
      offset += bytes.length
      // The type that main detected from the content.
      if (piece.isLast) return new Blob(pieces, { type: piece.mediaType })
    }
  }

  /** The text of a text file or PDF. @throws NOT_FOUND */
  text(attachmentId: string): Promise<{ text: string; isCut: boolean }> {
    return this.#api.invoke('attachments.text', { attachmentId })
  }

  async #load(attachmentId: string): Promise<string | null> {
    try {
      const blob = await this.read(attachmentId)
      return attachmentKind(blob.type) === 'image' ? URL.createObjectURL(blob) : null
    } catch {
      // Unavailable: a placeholder shows that, and the next time it is shown, it is requested again.
      this.#images.delete(attachmentId)
      return null
    }
  }

  #prune(): void {
    const unused = [...this.#images].filter(([, { shownCount }]) => shownCount === 0)
    for (const [id, { url }] of unused.slice(0, Math.max(0, unused.length - maxKept))) {
      this.#images.delete(id)
      void revoke(url)
    }
  }
}

async function revoke(url: Promise<string | null>): Promise<void> {
  const address = await url
  if (address !== null) URL.revokeObjectURL(address)
}
