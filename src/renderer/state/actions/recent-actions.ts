import type { TextStorage } from '../../browser/environment'

const storageKey = 'parley.recentActions'
const maxRecent = 5

/** The actions that were chosen from the palette last in this browser or app, the newest first. */
export function recentActions(storage: TextStorage): readonly string[] {
  const stored = storage.getItem(storageKey)
  return stored === null || stored === '' ? [] : stored.split('\n')
}

/** Puts an action first among the recent ones. */
export function noteAction(storage: TextStorage, id: string): void {
  const recent = [id, ...recentActions(storage).filter((known) => known !== id)]
  try {
    storage.setItem(storageKey, recent.slice(0, maxRecent).join('\n'))
  } catch {
    // No room: what is chosen is done all the same.
  }
}
