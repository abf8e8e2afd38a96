import { type AttachmentKind, attachmentKind } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { ParleyApi } from '../../rpc/parley-api'
import { fromBase64 } from '../../browser/base64'

/** Images no longer shown that are kept in case the user scrolls back. */
const maxKept = 24

interface ShownFile {
  kind: AttachmentKind | null
  /** Null when the file is missing or is not what its message says. */
  url: Promise<string | null>
  shownCount: number
}

/** Files of sent messages in this window; images and sounds have object URLs, which are revoked when unused. */
export class AttachmentFiles {
  readonly #api: ParleyApi
  /** In the order in which they were last shown. */
  readonly #shown = new Map<string, ShownFile>()

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** The URL of an image or sound while it is shown; call `release` when it no longer is. */
  show({ attachmentId, mediaType }: AttachmentPart): { url: Promise<string | null>; release: () => void } {
    const kind = attachmentKind(mediaType)
    const known = this.#shown.get(attachmentId) ?? {
      kind,
      url: this.#load(attachmentId, kind),
      shownCount: 0,
    }
    this.#shown.delete(attachmentId)
    this.#shown.set(attachmentId, known)
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

  async #load(attachmentId: string, kind: AttachmentKind | null): Promise<string | null> {
    try {
      const blob = await this.read(attachmentId)
      return attachmentKind(blob.type) === kind ? URL.createObjectURL(blob) : null
    } catch {
      // Unavailable: a placeholder shows that, and the next time it is shown, it is requested again.
      this.#shown.delete(attachmentId)
      return null
    }
  }

  #prune(): void {
    const unused = [...this.#shown].filter(([, { shownCount }]) => shownCount === 0)
    // Sounds are large, and nobody notices that one is loaded again.
    const sounds = unused.filter(([, { kind }]) => kind === 'audio')
    const images = unused.filter(([, { kind }]) => kind !== 'audio')
    for (const [id, { url }] of [...sounds, ...images.slice(0, Math.max(0, images.length - maxKept))]) {
      this.#shown.delete(id)
      void revoke(url)
    }
  }
}

async function revoke(url: Promise<string | null>): Promise<void> {
  const address = await url
  if (address !== null) URL.revokeObjectURL(address)
}
