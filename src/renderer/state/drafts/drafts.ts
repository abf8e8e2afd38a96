import { createStore } from 'zustand/vanilla'

import type { Environment, TextStorage } from '../../browser/environment'
import { isOfForm, newCompareDraft, newTemporaryDraft } from './draft-places'

const saveDelayMs = 300

interface DraftsState {
  /** The texts, by composer; no entry is empty. */
  byPlace: Readonly<Record<string, string>>
}

/**
 * Unsent text by composer. Drafts are saved twice. The browser's storage is written first and read at once, but belongs
 * to one address; main keeps them permanently. Each draft carries the time of its last change, and the last change wins.
 */
export class Drafts {
  readonly store
  readonly #environment: Pick<Environment, 'api' | 'storage' | 'after' | 'now'>
  /** Where the user has typed since turning to this window, with the time of a newer version from elsewhere, or 0. */
  readonly #typed = new Map<string, number>()
  readonly #isPrivate: () => boolean
  /** Including emptied ones, until main knows about it. */
  readonly #drafts: Map<string, SavedDraft>
  /** Messages that are being sent. They are saved before the draft, so that a reload puts them back. */
  readonly #sending = new Map<string, readonly string[]>()
  /** Changes since the last save; the rest of the storage may be newer, from another window. */
  readonly #changed = new Set<string>()
  /** These exist only in this window. */
  readonly #privates = new Set<string>()
  #cancelSave: (() => void) | null = null

  /** Text written while `isPrivate` returns true, in a temporary chat, is not saved anywhere. */
  constructor(
    environment: Pick<Environment, 'api' | 'storage' | 'after' | 'now' | 'onPageChange' | 'surroundings'>,
    isPrivate: () => boolean = () => false,
  ) {
    this.#environment = environment
    this.#isPrivate = isPrivate
    this.#drafts = new Map(Object.entries(readSavedDrafts(environment.storage)))
    this.store = createStore<DraftsState>(() => ({ byPlace: textsOf(this.#drafts) }))
    environment.surroundings.onFocused(() => this.#turnedTo())
    environment.onPageChange({ leaving: () => this.flush(), returned: () => {} })
  }

  /** The draft of this composer; empty if there is none. */
  of(place: string): string {
    return this.store.getState().byPlace[place] ?? ''
  }

  set(place: string, text: string): void {
    if ((this.#drafts.get(place)?.text ?? '') === text) return
    this.#put(place, text)
    if (text === '') this.#typed.delete(place)
    else this.#typed.set(place, this.#typed.get(place) ?? 0)
    this.#publish()
  }

  /** Removes whole lines from the start of the draft; the rest stays. */
  remove(place: string, lines: string): void {
    const draft = this.of(place)
    if (draft === lines || draft.startsWith(`${lines}\n`)) {
      this.set(place, draft.slice(lines.length).trimStart())
    }
  }

  /** Puts back text, before what has been typed since. In a draft that is not saved, it is not saved either. */
  restore(place: string, text: string): void {
    const draft = this.of(place)
    const isPrivate = this.#privates.has(place) || this.#isPrivateNow(place)
    this.#put(place, draft === '' ? text : `${text}\n\n${draft}`, isPrivate)
    this.#publish()
  }

  /** Saves these messages with the draft of `place`, as private as that of `origin`, while they are being sent. */
  saveSending(place: string, messages: readonly string[], origin = place): void {
    const texts = messages.filter((text) => text !== '')
    if (texts.length === 0 && !this.#sending.has(place)) return
    if (texts.length === 0) this.#sending.delete(place)
    else this.#sending.set(place, texts)
    this.#put(place, this.#drafts.get(place)?.text ?? '', this.#privates.has(origin))
  }

  /** Saves immediately, because this page is being left. */
  flush(): void {
    if (this.#cancelSave === null) return
    this.#cancelSave()
    this.#save()
  }

  /**
   * Drops the drafts that are not saved, because their temporary chat was discarded. A question that was moved to a new
   * comparison stays.
   */
  dropPrivate(): void {
    for (const place of this.#privates) {
      if (place === newCompareDraft) continue
      this.#drafts.delete(place)
      this.#privates.delete(place)
    }
    this.#publish()
  }

  /** Saves the drafts that are not saved yet, because their temporary chat was kept. */
  savePrivate(): void {
    this.#saveSoon([...this.#privates].filter((place) => place !== newTemporaryDraft))
  }

  /** Synchronizes drafts with main: the newer version of each wins. */
  load(): Promise<void> {
    return this.#load(() => false)
  }

  /** Another machine has changed some. What the user is typing here stays, and so do forms. */
  reload(): Promise<void> {
    return this.#load((place) => this.#typed.has(place) || isOfForm(place))
  }

  async #load(isKept: (place: string) => boolean): Promise<void> {
    const drafts = this.#drafts
    try {
      const { drafts: kept } = await this.#environment.api.invoke('drafts.list', {})
      const outdated = Object.keys(kept).filter((place) => timeOf(drafts.get(place)) < timeOf(kept[place]))
      const older = outdated.filter((place) => !isKept(place))
      for (const place of outdated) if (isKept(place)) this.#noteNewer(place, timeOf(kept[place]))
      for (const place of older) drafts.set(place, kept[place] ?? { text: '', updatedAt: 0 })
      this.#keep(older)
      this.#publish()
      const newer = [...drafts].filter(
        ([place, draft]) => draft.updatedAt > timeOf(kept[place]) && !this.#privates.has(place),
      )
      const isTaken = await Promise.all(newer.map(([place]) => this.#mirror(place)))
      const unknown = newer.filter(([place], index) => isTaken[index] === true && kept[place] === undefined)
      for (const [place] of unknown) if (isKept(place)) this.#noteNewer(place, 1)
      await this.#dropRefused(new Map(unknown.filter(([place]) => !isKept(place))))
    } catch {
      // Without main, this window has only its own drafts; it tries again when main is back.
    }
  }

  #noteNewer(place: string, time: number): void {
    const known = this.#typed.get(place)
    if (known !== undefined) this.#typed.set(place, Math.max(known, time))
  }

  /** The user comes back, perhaps from the other machine. */
  #turnedTo(): void {
    const isOutdated = [...this.#typed.values()].some((time) => time > 0)
    this.#typed.clear()
    if (isOutdated) void this.reload()
  }

  #isPrivateNow(place: string): boolean {
    return this.#isPrivate() || place === newTemporaryDraft
  }

  #put(place: string, text: string, isPrivate = this.#isPrivateNow(place)): void {
    // A clock that was set back must not make this version the older one.
    const newest = Math.max(timeOf(this.#drafts.get(place)), this.#typed.get(place) ?? 0)
    const updatedAt = Math.max(this.#environment.now(), newest + 1)
    this.#drafts.set(place, { text, updatedAt })
    if (isPrivate) this.#privates.add(place)
    else this.#saveSoon([place])
  }

  #publish(): void {
    this.store.setState({ byPlace: textsOf(this.#drafts) })
  }

  #saveSoon(places: readonly string[]): void {
    for (const place of places) {
      this.#privates.delete(place)
      this.#changed.add(place)
    }
    if (this.#changed.size > 0) {
      this.#cancelSave ??= this.#environment.after(saveDelayMs, () => this.#save())
    }
  }

  #save(): void {
    this.#cancelSave = null
    const places = [...this.#changed]
    this.#changed.clear()
    this.#keep(places)
    for (const place of places) void this.#mirror(place)
  }

  /** The draft as it is saved, including what is being sent from it. */
  #savedOf(place: string): SavedDraft | null {
    const draft = this.#drafts.get(place)
    if (draft === undefined) return null
    const texts = [...(this.#sending.get(place) ?? []), ...(draft.text === '' ? [] : [draft.text])]
    return { ...draft, text: texts.join('\n\n') }
  }

  /** Writes drafts to the browser's storage. */
  #keep(places: readonly string[]): void {
    const known = places.map((place) => [place, this.#savedOf(place)] as const)
    saveDrafts(
      this.#environment.storage,
      new Map(known.filter((entry): entry is [string, SavedDraft] => entry[1] !== null)),
    )
  }

  /**
   * Sends a draft to main. A failure loses nothing: the draft is on the screen and in the browser's storage, and the
   * next `load` sends it again. Returns false in that case.
   */
  async #mirror(place: string): Promise<boolean> {
    const draft = this.#drafts.get(place)
    const saved = this.#savedOf(place)
    if (draft === undefined || saved === null) return true
    try {
      await this.#environment.api.invoke('drafts.set', { place, ...saved })
    } catch {
      return false
    }
    if (saved.text === '') this.#forget(new Map([[place, draft]]))
    return true
  }

  /** Forgets these drafts, unless they have changed since. */
  #forget(old: ReadonlyMap<string, SavedDraft>): void {
    for (const [place, draft] of old) {
      if (this.#drafts.get(place) === draft) this.#drafts.delete(place)
    }
    forgetSavedDrafts(this.#environment.storage, old)
  }

  /** Drafts that main does not keep were sent from another window, or their chat was erased, so they are dropped. */
  async #dropRefused(offered: ReadonlyMap<string, SavedDraft>): Promise<void> {
    if (offered.size === 0) return
    const { drafts: kept } = await this.#environment.api.invoke('drafts.list', {})
    this.#forget(new Map([...offered].filter(([place]) => kept[place] === undefined)))
    this.#publish()
  }
}

function timeOf(draft: SavedDraft | undefined): number {
  return draft?.updatedAt ?? -1
}

function textsOf(drafts: ReadonlyMap<string, SavedDraft>): Record<string, string> {
  return Object.fromEntries(
    [...drafts].filter(([, { text }]) => text !== '').map(([place, { text }]) => [place, text]),
  )
}

const storageKey = 'parley.drafts'

/** A draft and the time of its last change. An empty one was emptied then, and main does not know that yet. */
interface SavedDraft {
  text: string
  updatedAt: number
}

/** The drafts that the last page has saved, by their places; unreadable ones are left out. */
function readSavedDrafts(storage: TextStorage): Record<string, SavedDraft> {
  const saved = storage.getItem(storageKey)
  if (saved === null) return {}
  try {
    const parsed: unknown = JSON.parse(saved)
    if (typeof parsed !== 'object' || parsed === null) return {}
    const drafts = Object.entries(parsed).map(([place, draft]) => [place, asDraft(draft)] as const)
    return Object.fromEntries(drafts.filter((entry): entry is [string, SavedDraft] => entry[1] !== null))
  } catch {
    // Damaged by another program; nothing can be recovered.
    return {}
  }
}

/** Saves these drafts. All others, and newer ones from another window, stay. */
function saveDrafts(storage: TextStorage, drafts: ReadonlyMap<string, SavedDraft>): void {
  change(storage, drafts, (saved, place, draft) => saved.set(place, draft))
}

/** Forgets these drafts, except newer ones from another window. */
function forgetSavedDrafts(storage: TextStorage, drafts: ReadonlyMap<string, SavedDraft>): void {
  change(storage, drafts, (saved, place) => saved.delete(place))
}

function change(
  storage: TextStorage,
  drafts: ReadonlyMap<string, SavedDraft>,
  apply: (saved: Map<string, SavedDraft>, place: string, draft: SavedDraft) => void,
): void {
  if (drafts.size === 0) return
  const saved = new Map(Object.entries(readSavedDrafts(storage)))
  for (const [place, draft] of drafts) {
    if (draft.updatedAt >= (saved.get(place)?.updatedAt ?? 0)) apply(saved, place, draft)
  }
  storage.setItem(storageKey, JSON.stringify(Object.fromEntries(saved)))
}

function asDraft(value: unknown): SavedDraft | null {
  // The format before drafts had a time.
  if (typeof value === 'string') return { text: value, updatedAt: 0 }
  if (typeof value !== 'object' || value === null) return null
  const { text, updatedAt } = value as Record<string, unknown>
  return typeof text === 'string' && typeof updatedAt === 'number' ? { text, updatedAt } : null
}
