import type { JobContext } from '../../base/threads/job'
import { systemClock } from '../../base/clock'
import { openReadOnly, type ReadOnlyDatabase } from '../database/database'
import { type SearchInput, type SearchResult, SessionSearch } from './session-search'

/** A slow statement of a search, for the log. */
export interface SlowSearch {
  sql: string
  durationMs: number
}

/** Kept open between searches of this thread. */
let open: { file: string; database: ReadOnlyDatabase; search: SessionSearch } | null = null
let onSlow: (slow: SlowSearch) => void = () => {}
let lastTurn: Promise<void> = Promise.resolve()

/**
 * Searches the database `file`, which its writer has open. Searches run one at a time, and cancelled ones not at all.
 */
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
    // Reopened for the next search, in case it has recovered by then.
    closeSearch()
    throw error
  }
}

/** Closes the file that is kept open. The next search reopens it. */
export function closeSearch(): void {
  open?.database.close()
  open = null
}

/**
 * Waits until earlier searches are done and all waiting messages were received, so that a cancellation sent before that
 * is known.
 */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => void setImmediate(resolve)))
  return lastTurn
}

function searchOf(file: string): SessionSearch {
  if (open?.file !== file) {
    closeSearch()
    const database = openReadOnly(file, {
      clock: systemClock,
      onSlowStatement: (sql, durationMs) => onSlow({ sql, durationMs }),
    })
    open = { file, database, search: new SessionSearch(database) }
  }
  return open.search
}
