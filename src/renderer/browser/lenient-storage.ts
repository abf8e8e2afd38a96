import type { TextStorage } from './environment'

/**
 * Storage is a convenience, so an action must not fail because it is full: what it does not take is kept until the page
 * is closed.
 */
export function lenientStorage(storage: Storage): TextStorage {
  const untaken = new Map<string, string>()
  return {
    getItem: (key) => untaken.get(key) ?? storage.getItem(key),
    setItem(key, value) {
      untaken.delete(key)
      try {
        storage.setItem(key, value)
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
        untaken.set(key, value)
      }
    },
    removeItem(key) {
      untaken.delete(key)
      storage.removeItem(key)
    },
  }
}
