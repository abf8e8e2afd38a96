import { createStore } from 'zustand/vanilla'

import type { Environment } from '../../browser/environment'
import { forgetSavedDrafts, readSavedDrafts, saveDrafts, type SavedDraft } from './saved-drafts'

const saveDelayMs = 300

/** What was typed and not sent, by the place it was typed in; survives a reload, and another address of the app. */
export interface Drafts {
  readonly byPlace: Readonly<Record<string, string>>
  set: (place: string, text: string) => void
  /** Takes `sent` out of the draft; what was typed after it stays. */
  takeSent: (place: string, sent: string) => void
  /** Puts back what was taken out and not accepted, before what was typed since. */
  giveBack: (place: string, text: string) => void
  /** Saves at once what would be saved in a moment, because this page is about to go. */
  flush: () => void
  /** Brings what this window has and what main has to the same state: of each draft the newer one. */
  load: () => Promise<void>
}

/**
 * Drafts are saved in two places. The browser's own storage is written first and read at once, but belongs to one
 * address; main has them for good. Each draft carries the time of its last change, and the last change wins.
 */
export function createDrafts(
  environment: Pick<Environment, 'api' | 'storage' | 'after' | 'now' | 'onPageChange'>,
) {
  const { api, storage } = environment
  return createStore<Drafts>((set, get) => {
    /** Also the emptied ones, as long as main has not heard of it. */
    const drafts = new Map<string, SavedDraft>(Object.entries(readSavedDrafts(storage)))
    let cancelSave: (() => void) | null = null
    /** What changed here since the last save: the rest of the storage may be newer, from another window. */
    const changed = new Set<string>()

    const publish = () => set({ byPlace: textsOf(drafts) })

    const save = () => {
      cancelSave = null
      const places = [...changed]
      changed.clear()
      keep(places)
      for (const place of places) void mirror(place)
    }

    /** Writes them to the browser's storage. */
    const keep = (places: readonly string[]) => {
      const known = places.map((place) => [place, drafts.get(place)] as const)
      saveDrafts(
        storage,
        new Map(known.filter((entry): entry is [string, SavedDraft] => entry[1] !== undefined)),
      )
    }

    /**
     * Hands a draft to main. Where that fails nothing is lost: it is on the screen and in the browser's storage, and is
     * handed over with the next `load`. False then.
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

    /** Forgets these, but not what came in their place since. */
    const forget = (old: ReadonlyMap<string, SavedDraft>) => {
      for (const [place, draft] of old) if (drafts.get(place) === draft) drafts.delete(place)
      forgetSavedDrafts(storage, old)
    }

    const put = (place: string, text: string) => {
      const known = drafts.get(place)
      if ((known?.text ?? '') === text) return
      // A clock that was set back must not make this the older one.
      const updatedAt = Math.max(environment.now(), (known?.updatedAt ?? 0) + 1)
      drafts.set(place, { text, updatedAt })
      publish()
      changed.add(place)
      cancelSave ??= environment.after(saveDelayMs, save)
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
        const newer = [...drafts].filter(([place, draft]) => draft.updatedAt > timeOf(kept[place]))
        const isTaken = await Promise.all(newer.map(([place]) => mirror(place)))
        const unknown = newer.filter(([place], index) => isTaken[index] === true && kept[place] === undefined)
        await dropRefused(new Map(unknown))
      } catch {
        // Without main the drafts of this window are all there is; when it is there again this is done anew.
      }
    }

    /** What main does not keep was sent from another window since, or its chat was erased: it is of no use here either. */
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
      takeSent: (place, sent) => {
        const draft = get().byPlace[place] ?? ''
        put(place, draft.startsWith(sent) ? draft.slice(sent.length).trimStart() : draft)
      },
      giveBack: (place, text) => {
        const draft = get().byPlace[place] ?? ''
        put(place, draft === '' ? text : `${text}\n\n${draft}`)
      },
      flush,
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
