import type { TextStorage } from '../../browser/environment'

const storageKey = 'parley.recentActions'
const maxRecent = 5

/** The most recent actions chosen in the palette in this browser or app, newest first. */
export function recentActions(storage: TextStorage): readonly string[] {
  const stored = storage.getItem(storageKey)
  return stored === null || stored === '' ? [] : stored.split('\n')
}

/** Moves an action to the front of the recent ones. */
export function noteAction(storage: TextStorage, id: string): void {
  const recent = [id, ...recentActions(storage).filter((known) => known !== id)]
  storage.setItem(storageKey, recent.slice(0, maxRecent).join('\n'))
}
