import type { ReadableDatabase } from '../../database/database'
import type { CarvedRows } from './carve-rows'

/** Sources of rows: what SQLite can still read of a damaged file, and what was found on its pages. */
export interface SalvageSources {
  source: ReadableDatabase | null
  carved: CarvedRows | null
  /** The pages are newer than what SQLite reads, because it stops at a hole in the log. */
  isCarvedNewer?: boolean
}
