import type { JobContext } from '../../base/threads/job'
import { systemClock } from '../../base/clock'
import { openReadOnly, type ReadOnlyDatabase } from '../database/database'
import { type SearchInput, type SearchResult, SessionSearch } from './session-search'

/** A statement of a search that took long, for the log. */
export interface SlowSearch {
  sql: string
  durationMs: number
}

/** What is kept from one search of this thread to the next. */
let open: { file: string; database: ReadOnlyDatabase; search: SessionSearch } | null = null
let onSlow: (slow: SlowSearch) => void = () => {}
let lastTurn: Promise<void> = Promise.resolve()

/** Searches the database `file`, which its writer has open. One after another, and not at all when nobody waits. */
export async function searchJob(
  { file, ...input }: SearchInput & { file: string },
  context: JobContext<SlowSearch>,
): Promise<SearchResult> {
  await ownTurn()
  context.signal.throwIfAborted()
  onSlow = (slow) => context.report(slow)
  try {
    return searchOf(file).search(input)
  } catch (error) {
    // What has failed is opened anew the next time, should it be well again by then.
    letGoOfSearch()
    throw error
  }
}

/** Closes the file that is kept open. The next search opens it again. */
export function letGoOfSearch(): void {
  open?.database.close()
  open = null
}

/**
 * Waits until whoever came before is done and every message that waits was received: a search that was given up
 * meanwhile is known by then.
 */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => void setImmediate(resolve)))
  return lastTurn
}

function searchOf(file: string): SessionSearch {
  if (open?.file !== file) {
    letGoOfSearch()
    const database = openReadOnly(file, {
      clock: systemClock,
      onSlowStatement: (sql, durationMs) => onSlow({ sql, durationMs }),
    })
    open = { file, database, search: new SessionSearch(database) }
  }
  return open.search
}
