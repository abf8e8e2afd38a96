import type { ParleyApi } from '../rpc/parley-api'
import type { SystemNotifications, WindowSurroundings } from './system-notifications'

export type ConnectionState = 'open' | 'lost'

/** Whether main can be reached. */
export interface Connection {
  current(): ConnectionState
  /** Calls `listener` at each change; the returned function takes that back. */
  onChange(listener: (state: ConnectionState) => void): () => void
}

/** What the state layer keeps between reloads; `localStorage` in the window, a map in a test. */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** All that the state layer needs of the world, so that a test can hold every part of it. */
export interface Environment {
  api: ParleyApi
  connection: Connection
  storage: TextStorage
  notifications: SystemNotifications
  surroundings: WindowSurroundings
  /** Calls `callback` before the next paint, or soon after when nothing is painted. */
  nextFrame(callback: () => void): void
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `callback` once after `delayMs`; the returned function takes that back. */
  after(delayMs: number, callback: () => void): () => void
  /** Calls `leaving` when the page goes and `returned` when it comes back as it was; what they return takes that back. */
  onPageChange(listeners: { leaving: () => void; returned: () => void }): () => void
  /** While `wouldLose` answers true, the user is asked before the page is closed or built anew. */
  askBeforeLeaving(wouldLose: () => boolean): void
  /** Builds this page anew, at the same address. */
  reloadPage(): void
}
