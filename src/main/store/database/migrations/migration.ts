import type { WritableDatabase } from '../database'

/** One step of the file's format. A released step is never edited: what it got wrong, the next one puts right. */
export interface Migration {
  /** Counts from 1 without a gap; the file's `user_version` once this step is done. */
  readonly version: number
  up(database: WritableDatabase): void
}
