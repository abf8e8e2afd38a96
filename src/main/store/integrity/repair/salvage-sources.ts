import type { ReadableDatabase } from '../../database/database'
import type { CarvedRows } from './carve-rows'

/** Where rows come from: what SQLite can still read of a damaged file, and what was found on its pages. */
export interface SalvageSources {
  source: ReadableDatabase | null
  carved: CarvedRows | null
  /** What stands on the pages is newer than what SQLite reads: it stops at a hole in the log. */
  isCarvedNewer?: boolean
}
