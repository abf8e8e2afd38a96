import type { Clock } from '../../../base/clock'

/** A page that a search found. */
export interface SearchResult {
  url: string
  /** May be empty. */
  title: string
  snippet: string
}

/** How a search is sent. */
export interface SearchOptions {
  count: number
  clock: Clock
  signal: AbortSignal
  onOpened?: () => void
  onClosed?: () => void
}
