import type { ReadableDatabase } from '../database/database'
import { type IndexedMessage, indexedWhole, partsOf } from '../tokenizer/index-text'
import { textsOf } from '../tokenizer/searched-texts'
import type { AttachedTexts } from './attached-text'

/** The complete index entry of a message. */
export type IndexedRow = IndexedMessage & { number: number }

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
