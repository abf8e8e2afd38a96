import { createStore } from 'zustand/vanilla'

import type { Environment } from './environment'

const storageKey = 'parley.drafts'
const saveDelayMs = 300

/** What was typed and not sent, by the place it was typed in; survives a reload. */
export interface Drafts {
  readonly byPlace: Readonly<Record<string, string>>
  set: (place: string, text: string) => void
  /** Takes `sent` out of the draft; what was typed after it stays. */
  takeSent: (place: string, sent: string) => void
  /** Puts back what was taken out and not accepted, before what was typed since. */
  giveBack: (place: string, text: string) => void
  /** Saves at once what would be saved in a moment, because this page is about to go. */
  flush: () => void
}

export function createDrafts(environment: Pick<Environment, 'storage' | 'after' | 'onPageChange'>) {
  const { storage } = environment
  return createStore<Drafts>((set, get) => {
    let cancelSave: (() => void) | null = null
    /** What changed here since the last save: the rest of the store may be newer, from another window. */
    const changed = new Set<string>()
    const save = () => {
      cancelSave = null
      const saved = new Map(Object.entries(readDrafts(storage)))
      for (const place of changed) {
        const text = get().byPlace[place]
        if (text === undefined) saved.delete(place)
        else saved.set(place, text)
      }
      changed.clear()
      try {
        storage.setItem(storageKey, JSON.stringify(Object.fromEntries(saved)))
      } catch {
        // The browser's small store is full: the draft lives on in this window, only not past a reload.
      }
    }
    const put = (place: string, text: string) => {
      const { [place]: _old, ...others } = get().byPlace
      set({ byPlace: text === '' ? others : { ...others, [place]: text } })
      changed.add(place)
      cancelSave ??= environment.after(saveDelayMs, save)
    }
    const flush = () => {
      if (cancelSave === null) return
      cancelSave()
      save()
    }
    environment.onPageChange({ leaving: flush, returned: () => {} })
    return {
      byPlace: readDrafts(storage),
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
    }
  })
}

function readDrafts(storage: Environment['storage']): Record<string, string> {
  const saved = storage.getItem(storageKey)
  if (saved === null) return {}
  try {
    const parsed: unknown = JSON.parse(saved)
    if (typeof parsed !== 'object' || parsed === null) return {}
    return Object.fromEntries(
      Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    // Damaged by another program; there is nothing to recover from it.
    return {}
  }
}
