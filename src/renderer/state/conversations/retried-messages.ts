import type { StoreApi } from 'zustand/vanilla'

import { isAttachmentPart } from '../attachments/saved-parts'
import { readyParts } from '../attachments/draft-attachment'
import type { DraftAttachments } from '../attachments/draft-attachments'
import { restoreMessage, clearSentMessage, type WrittenMessage } from '../attachments/written-message'
import type { Drafts } from '../drafts/drafts'
import type { TextStorage } from '../../browser/environment'

const storageKey = 'parley.given-back'

interface DraftsOfWindow {
  drafts: StoreApi<Drafts>
  attachments: DraftAttachments
  /** Whether drafts are not saved now, as in a temporary chat. */
  isPrivate: () => boolean
}

/**
 * Sent messages that Retry has put at the start of a draft and that are still unchanged: only those may be removed
 * again. Text that the user types, even if identical, is never among them. Survives a reload, as drafts do.
 */
export class RetriedMessages {
  readonly #storage: TextStorage
  readonly #window: DraftsOfWindow
  /** The drafts that are not saved. */
  readonly #privates = new Set<string>()
  /** In the order in which they are in the draft. */
  #byPlace: ReadonlyMap<string, readonly WrittenMessage[]>

  constructor(storage: TextStorage, window: DraftsOfWindow) {
    this.#storage = storage
    this.#window = window
    this.#byPlace = readSaved(storage)
    this.#forgetChanged()
    window.drafts.subscribe(() => this.#forgetChanged())
    window.attachments.store.subscribe(() => this.#forgetChanged())
  }

  has(place: string): boolean {
    return this.#byPlace.has(place)
  }

  /** Puts a sent message at the start of the draft. */
  add(place: string, message: WrittenMessage): void {
    if (this.#window.isPrivate()) this.#privates.add(place)
    else this.#privates.delete(place)
    // First, or the ones before it would no longer be at the start.
    this.#keep(new Map(this.#byPlace).set(place, [message, ...(this.#byPlace.get(place) ?? [])]))
    restoreMessage(this.#window, place, message)
  }

  /** Removes those of `messages` from the draft that Retry put there; later changes and additions stay. */
  remove(place: string, messages: readonly WrittenMessage[]): void {
    for (const given of this.#byPlace.get(place) ?? []) {
      if (messages.some((message) => isSame(message, given))) clearSentMessage(this.#window, place, given)
    }
  }

  #forgetChanged(): void {
    if (this.#byPlace.size === 0) return
    const unchanged = [...this.#byPlace].map(([place, given]) => {
      const text = this.#window.drafts.getState().byPlace[place] ?? ''
      const files = readyParts(this.#window.attachments.of(place))
      return [place, unchangedOf(given, text, idsOf(files))] as const
    })
    const isSameAsBefore = unchanged.every(
      ([place, given]) => given.length === this.#byPlace.get(place)?.length,
    )
    if (!isSameAsBefore) this.#keep(new Map(unchanged.filter(([, given]) => given.length > 0)))
  }

  #keep(byPlace: ReadonlyMap<string, readonly WrittenMessage[]>): void {
    this.#byPlace = byPlace
    const saved = [...byPlace].filter(([place]) => !this.#privates.has(place))
    if (saved.length === 0) this.#storage.removeItem(storageKey)
    else this.#storage.setItem(storageKey, JSON.stringify(Object.fromEntries(saved)))
  }
}

/** The unchanged messages at the start of the draft, each ending its line; a text-less one needs one of its files. */
function unchangedOf(
  given: readonly WrittenMessage[],
  text: string,
  files: ReadonlySet<string>,
): WrittenMessage[] {
  let rest = text
  return given.filter((message) => {
    if (message.text === '') return [...idsOf(message.attachments)].some((id) => files.has(id))
    if (!rest.startsWith(message.text)) return false
    const after = rest.slice(message.text.length)
    if (after !== '' && !after.startsWith('\n')) return false
    rest = after.trimStart()
    return true
  })
}

function isSame(left: WrittenMessage, right: WrittenMessage): boolean {
  const ids = idsOf(left.attachments)
  return left.text === right.text && ids.symmetricDifference(idsOf(right.attachments)).size === 0
}

function idsOf(attachments: WrittenMessage['attachments']): Set<string> {
  return new Set(attachments.map(({ attachmentId }) => attachmentId))
}

function readSaved(storage: TextStorage): Map<string, WrittenMessage[]> {
  try {
    const saved: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    if (typeof saved !== 'object' || saved === null) return new Map()
    const places = Object.entries(saved).map(
      ([place, given]) => [place, Array.isArray(given) ? given.filter(isMessage) : []] as const,
    )
    return new Map(places.filter(([, given]) => given.length > 0).map(([place, given]) => [place, given]))
  } catch {
    // Another program damaged the storage; the drafts stay as they are.
    return new Map()
  }
}

function isMessage(value: unknown): value is WrittenMessage {
  if (typeof value !== 'object' || value === null) return false
  const { text, attachments } = value as Record<string, unknown>
  return typeof text === 'string' && Array.isArray(attachments) && attachments.every(isAttachmentPart)
}
