import { openReadOnly, type ReadableDatabase, type ReadOnlyDatabase } from '../database/database'
import { type IndexedMessage, indexedWhole, partsOf, textsOf } from '../tokenizer/index-text'
import { AttachedTexts } from '../attachments/attachment-files'
import type { JobContext } from '../../base/threads/job'
import { systemClock } from '../../base/clock'
import { type SearchInput, type SearchResult, SessionSearch } from './session-search'

/** The complete index entry of a message. */
type IndexedRow = IndexedMessage & { number: number }

/** The most at once, unless it is a single long message: storing more would block the writer. */
const maxRows = 100
const maxChars = 40_000

/** Reads messages whose index entries lack something, and makes complete ones. It only reads. */
export class SearchIndexer {
  readonly #next
  readonly #parts
  readonly #attached: AttachedTexts

  constructor(database: ReadableDatabase, attached: AttachedTexts) {
    this.#attached = attached
    this.#next = database.query<{ number: number }>(
      `SELECT number FROM search_updates ORDER BY number DESC LIMIT ${maxRows}`,
    )
    this.#parts = database.query<{ parts: string }>('SELECT parts FROM messages WHERE number = ?')
  }

  /** The next entries, newest first; empty when none lacks anything. */
  next(): IndexedRow[] {
    const rows: IndexedRow[] = []
    let chars = 0
    for (const { number } of this.#next.all()) {
      const { parts = '[]' } = this.#parts.get(number) ?? {}
      chars += parts.length
      if (rows.length > 0 && chars > maxChars) break
      rows.push({ number, ...this.#indexed(parts) })
    }
    return rows
  }

  #indexed(partsJson: string): IndexedMessage {
    const parts = partsOf(partsJson)
    const texts = textsOf(parts)
    const attached = this.#attached.of(parts)
    return indexedWhole(attached === '' ? texts : { ...texts, details: `${texts.details}\n${attached}` })
  }
}

/** The database, and the data folder with the attached files. */
export interface SearchedFiles {
  file: string
  dataFolder: string
}

/** A slow statement of a search, for the log. */
export interface SlowSearch {
  sql: string
  durationMs: number
}

/** Kept open between searches of this thread. */
let open: {
  file: string
  database: ReadOnlyDatabase
  search: SessionSearch
  indexer: SearchIndexer
} | null = null
let onSlow: (slow: SlowSearch) => void = () => {}
let lastTurn: Promise<void> = Promise.resolve()

/**
 * Searches the database `file`, which its writer has open. Searches run one at a time, and cancelled ones not at all.
 */
export async function searchJob(
  { file, dataFolder, ...input }: SearchInput & SearchedFiles,
  context: JobContext<SlowSearch>,
): Promise<SearchResult> {
  await ownTurn()
  context.signal.throwIfAborted()
  onSlow = (slow) => context.report(slow)
  try {
    return openedAt({ file, dataFolder }).search.search(input)
  } catch (error) {
    // Reopened for the next search, in case it has recovered by then.
    closeSearch()
    throw error
  }
}

/**
 * The complete index entries of the next messages that lack something, newest first, up to a limit of text. They are
 * read in turns with searches.
 */
export async function indexMessages(files: SearchedFiles, context: JobContext<never>): Promise<IndexedRow[]> {
  await ownTurn()
  context.signal.throwIfAborted()
  try {
    return openedAt(files).indexer.next()
  } catch (error) {
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

function openedAt({ file, dataFolder }: SearchedFiles): NonNullable<typeof open> {
  if (open?.file !== file) {
    closeSearch()
    const database = openReadOnly(file, {
      clock: systemClock,
      onSlowStatement: (sql, durationMs) => onSlow({ sql, durationMs }),
    })
    const attached = new AttachedTexts(database, dataFolder)
    open = {
      file,
      database,
      search: new SessionSearch(database, attached),
      indexer: new SearchIndexer(database, attached),
    }
  }
  return open
}
