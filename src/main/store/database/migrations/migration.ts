import type { WritableDatabase } from '../database'

/** One step of the schema. A released step is never edited: a later one corrects its mistakes. */
export interface Migration {
  /** Counts from 1 without gaps; the file's `user_version` after this step. */
  readonly version: number
  up(database: WritableDatabase): void
}
