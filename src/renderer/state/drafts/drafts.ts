import { createStore } from 'zustand/vanilla'

import type { Environment } from '../../browser/environment'
import { newCompareDraft, newTemporaryDraft } from './draft-places'
import { forgetSavedDrafts, readSavedDrafts, saveDrafts, type SavedDraft } from './saved-drafts'

const saveDelayMs = 300

/** Unsent text by composer; it survives a reload and a change of the app's address. */
export interface Drafts {
  readonly byPlace: Readonly<Record<string, string>>
  set: (place: string, text: string) => void
  /** Removes `sent` from the draft; what was typed after it stays. */
  clearSent: (place: string, sent: string) => void
  /** Puts back text that was refused, before what has been typed since. */
  restore: (place: string, text: string) => void
  /** Saves immediately, because this page is being left. */
  flush: () => void
  /**
   * Drops the drafts that are not saved, because their temporary chat was discarded. A question that was moved to a new
   * comparison stays.
   */
  dropPrivate: () => void
  /** Saves the drafts that are not saved yet, because their temporary chat was kept. */
  savePrivate: () => void
  /** Synchronizes drafts with main: the newer version of each wins. */
  load: () => Promise<void>
}

/**
 * Drafts are saved twice. The browser's storage is written first and read at once, but belongs to one address; main
 * keeps them permanently. Each draft carries the time of its last change, and the last change wins. Text written while
 * `isPrivate` returns true, in a temporary chat, is not saved anywhere.
 */
export function createDrafts(
  environment: Pick<Environment, 'api' | 'storage' | 'after' | 'now' | 'onPageChange'>,
  isPrivate: () => boolean = () => false,
) {
  const { api, storage } = environment
  return createStore<Drafts>((set, get) => {
    /** Including emptied ones, until main knows about it. */
    const drafts = new Map<string, SavedDraft>(Object.entries(readSavedDrafts(storage)))
    let cancelSave: (() => void) | null = null
    /** Changes since the last save; the rest of the storage may be newer, from another window. */
    const changed = new Set<string>()
    /** These exist only in this window. */
    const privates = new Set<string>()

    const publish = () => set({ byPlace: textsOf(drafts) })

    const save = () => {
      cancelSave = null
      const places = [...changed]
      changed.clear()
      keep(places)
      for (const place of places) void mirror(place)
    }

    /** Writes drafts to the browser's storage. */
    const keep = (places: readonly string[]) => {
      const known = places.map((place) => [place, drafts.get(place)] as const)
      saveDrafts(
        storage,
        new Map(known.filter((entry): entry is [string, SavedDraft] => entry[1] !== undefined)),
      )
    }

    /**
     * Sends a draft to main. A failure loses nothing: the draft is on the screen and in the browser's storage, and the
     * next `load` sends it again. Returns false in that case.
     */
    const mirror = async (place: string): Promise<boolean> => {
      const draft = drafts.get(place)
      if (draft === undefined) return true
      try {
        await api.invoke('drafts.set', { place, ...draft })
      } catch {
        return false
      }
      if (draft.text === '') forget(new Map([[place, draft]]))
      return true
    }

    /** Forgets these drafts, unless they have changed since. */
    const forget = (old: ReadonlyMap<string, SavedDraft>) => {
      for (const [place, draft] of old) if (drafts.get(place) === draft) drafts.delete(place)
      forgetSavedDrafts(storage, old)
    }

    const put = (place: string, text: string) => {
      const known = drafts.get(place)
      if ((known?.text ?? '') === text) return
      // A clock that was set back must not make this version the older one.
      const updatedAt = Math.max(environment.now(), (known?.updatedAt ?? 0) + 1)
      drafts.set(place, { text, updatedAt })
      publish()
      if (isPrivate() || place === newTemporaryDraft) privates.add(place)
      else saveSoon([place])
    }

    const saveSoon = (places: readonly string[]) => {
      for (const place of places) {
        privates.delete(place)
        changed.add(place)
      }
      if (changed.size > 0) cancelSave ??= environment.after(saveDelayMs, save)
    }

    const flush = () => {
      if (cancelSave === null) return
      cancelSave()
      save()
    }

    const load = async (): Promise<void> => {
      try {
        const { drafts: kept } = await api.invoke('drafts.list', {})
        const older = Object.keys(kept).filter((place) => timeOf(drafts.get(place)) < timeOf(kept[place]))
        for (const place of older) drafts.set(place, kept[place] ?? { text: '', updatedAt: 0 })
        keep(older)
        publish()
        const newer = [...drafts].filter(
          ([place, draft]) => draft.updatedAt > timeOf(kept[place]) && !privates.has(place),
        )
        const isTaken = await Promise.all(newer.map(([place]) => mirror(place)))
        const unknown = newer.filter(([place], index) => isTaken[index] === true && kept[place] === undefined)
        await dropRefused(new Map(unknown))
      } catch {
        // Without main, this window has only its own drafts; it tries again when main is back.
      }
    }

    /** Drafts that main does not keep were sent from another window, or their chat was erased, so they are dropped. */
    const dropRefused = async (offered: ReadonlyMap<string, SavedDraft>) => {
      if (offered.size === 0) return
      const { drafts: kept } = await api.invoke('drafts.list', {})
      forget(new Map([...offered].filter(([place]) => kept[place] === undefined)))
      publish()
    }

    environment.onPageChange({ leaving: flush, returned: () => {} })
    return {
      byPlace: textsOf(drafts),
      set: put,
      clearSent: (place, sent) => {
        const draft = get().byPlace[place] ?? ''
        put(place, draft.startsWith(sent) ? draft.slice(sent.length).trimStart() : draft)
      },
      restore: (place, text) => {
        const draft = get().byPlace[place] ?? ''
        put(place, draft === '' ? text : `${text}\n\n${draft}`)
      },
      flush,
      dropPrivate: () => {
        for (const place of privates) {
          if (place === newCompareDraft) continue
          drafts.delete(place)
          privates.delete(place)
        }
        publish()
      },
      savePrivate: () => saveSoon([...privates].filter((place) => place !== newTemporaryDraft)),
      load,
    }
  })
}

function timeOf(draft: SavedDraft | undefined): number {
  return draft?.updatedAt ?? -1
}

function textsOf(drafts: ReadonlyMap<string, SavedDraft>): Record<string, string> {
  return Object.fromEntries(
    [...drafts].filter(([, { text }]) => text !== '').map(([place, { text }]) => [place, text]),
  )
}
