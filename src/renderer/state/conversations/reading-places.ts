import type { SessionId } from '../../../shared/ids'
import type { ReadingPlace } from '../../../shared/sessions/reading-place'
import type { ParleyApi } from '../../rpc/parley-api'

/**
 * Where the user is reading in each chat and pane; at the end unless known. Main keeps the places for the next start,
 * except those of temporary chats.
 */
export class ReadingPlaces {
  readonly #api: ParleyApi
  readonly #places = new Map<SessionId, ReadingPlace>()
  /** Known in this window, whatever main kept before. */
  readonly #changed = new Set<SessionId>()
  #loading: Promise<void> | null = null

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** Loads what main kept, once. */
  load(): Promise<void> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  /** The place in this chat; null for its end. */
  async of(sessionId: SessionId): Promise<ReadingPlace | null> {
    if (!this.#changed.has(sessionId)) await this.load()
    return this.#places.get(sessionId) ?? null
  }

  /** The user reads here now, or is at the end. A place that `isPrivate` stays in this window. */
  note(sessionId: SessionId, place: ReadingPlace | null, { isPrivate }: { isPrivate: boolean }): void {
    const known = this.#places.get(sessionId)
    const isSame = known?.messageId === place?.messageId && known?.topPx === place?.topPx
    if (isSame && this.#changed.has(sessionId)) return
    this.#changed.add(sessionId)
    if (place === null) this.#places.delete(sessionId)
    else this.#places.set(sessionId, place)
    if (isPrivate) return
    // A failure costs only the position after the next start.
    this.#api.invoke('readingPlaces.set', { sessionId, place }).catch(() => {})
  }

  async #load(): Promise<void> {
    try {
      const { places } = await this.#api.invoke('readingPlaces.list', {})
      for (const [id, place] of Object.entries(places)) {
        const sessionId = id as SessionId
        if (!this.#changed.has(sessionId)) this.#places.set(sessionId, place)
      }
    } catch {
      // Chats open at their end; the next one tries again.
      this.#loading = null
    }
  }
}
