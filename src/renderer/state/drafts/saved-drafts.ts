import type { TextStorage } from '../../browser/environment'

const storageKey = 'parley.drafts'

/** A draft and the time of its last change. An empty one was emptied then, and main does not know that yet. */
export interface SavedDraft {
  text: string
  updatedAt: number
}

/** The drafts that the last page has saved, by their places; unreadable ones are left out. */
export function readSavedDrafts(storage: TextStorage): Record<string, SavedDraft> {
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
export function saveDrafts(storage: TextStorage, drafts: ReadonlyMap<string, SavedDraft>): void {
  change(storage, drafts, (saved, place, draft) => saved.set(place, draft))
}

/** Forgets these drafts, except newer ones from another window. */
export function forgetSavedDrafts(storage: TextStorage, drafts: ReadonlyMap<string, SavedDraft>): void {
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
