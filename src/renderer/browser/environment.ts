import type { ParleyApi } from '../rpc/parley-api'
import type { SystemNotifications, WindowSurroundings } from './system-notifications'

export type ConnectionState = 'open' | 'lost'

/** The connection to main. */
export interface Connection {
  current(): ConnectionState
  /** Calls `listener` on each change; returns a function that removes it. */
  onChange(listener: (state: ConnectionState) => void): () => void
}

/** Storage that survives reloads: `localStorage` in the window, a map in tests. */
export interface TextStorage {
  getItem(key: string): string | null
  /** Never fails: what does not fit is kept until the page is closed. */
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Everything that the state layer needs from the outside, so that tests can control it. */
export interface Environment {
  api: ParleyApi
  connection: Connection
  storage: TextStorage
  notifications: SystemNotifications
  surroundings: WindowSurroundings
  /**
   * Calls `callback` before the next paint, or soon when nothing is painted. Frames keep a distance, except with `isNext`,
   * which continues the work of the current one.
   */
  nextFrame(callback: () => void, options?: { isNext?: boolean }): void
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `callback` once after `delayMs`; returns a function that cancels it. */
  after(delayMs: number, callback: () => void): () => void
  /** Calls `leaving` when the page is left and `returned` when it comes back from the cache; returns a remover. */
  onPageChange(listeners: { leaving: () => void; returned: () => void }): () => void
  /** Asks the user before the page is closed or reloaded while `wouldLose` returns true. */
  askBeforeLeaving(wouldLose: () => boolean): void
  /** Opens another window, or a tab in a browser, at this hash. */
  openWindow(hash: string): void
  /** Closes this window; a quick window of the desktop app is hidden. A tab that the user opened stays. */
  closeWindow(): void
  /** Reloads this page at the same address. */
  reloadPage(): void
}
