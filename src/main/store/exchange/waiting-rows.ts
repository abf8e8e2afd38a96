import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import type { ErasedRow, ExchangedRow } from './exchanged-rows'

/** A row, or that one was erased, as it travels. */
export type SentRow = ExchangedRow | ErasedRow

/** What rows that only a newer Parley understands wait for. */
const newerParley = 'a newer Parley'
/** More rows can wait only if something was lost; then the oldest are given up. */
const maxWaiting = 100_000
/** The characters of rows that wait in memory: a file contains rows after those that they refer to. */
const maxWaitingChars = 64 * 1024 * 1024

/** Rows that cannot be stored yet, by what they wait for. */
export interface Waiting {
  /** Returns false if there is no room. */
  add(missing: string, row: SentRow): boolean
  /** Removes and returns those that wait for this, in the order in which they came. */
  take(missing: string): SentRow[]
  /** Removes and returns all of them. */
  takeAll(): SentRow[]
}

/** Rows of one file: whoever reads it knows which of them still wait in the end. */
export class WaitingHere implements Waiting {
  readonly #rows = new Map<string, SentRow[]>()
  #chars = 0

  add(missing: string, row: SentRow): boolean {
    const chars = this.#chars + charsOf(row)
    if (chars > maxWaitingChars) return false
    this.#chars = chars
    const waiting = this.#rows.get(missing)
    if (waiting === undefined) this.#rows.set(missing, [row])
    else waiting.push(row)
    return true
  }

  take(missing: string): SentRow[] {
    const rows = this.#rows.get(missing) ?? []
    for (const row of rows) this.#chars -= charsOf(row)
    this.#rows.delete(missing)
    return rows
  }

  takeAll(): SentRow[] {
    const rows = [...this.#rows.values()].flat()
    this.#rows.clear()
    this.#chars = 0
    return rows
  }
}

/** Rows of other machines, which wait in the store, so that a restart does not lose them. */
export class WaitingRows implements Waiting {
  readonly #add
  readonly #limit
  readonly #has
  readonly #list
  readonly #drop
  readonly #keys

  constructor(database: WritableDatabase) {
    this.#add = database.command('INSERT OR IGNORE INTO waiting_rows (missing, content) VALUES (?, ?)')
    this.#limit = database.command(
      `DELETE FROM waiting_rows WHERE number <= (SELECT max(number) FROM waiting_rows) - ${maxWaiting}`,
    )
    this.#has = database.query<object>('SELECT 1 FROM waiting_rows WHERE missing = ?')
    this.#list = database.query<{ content: string }>(
      'SELECT content FROM waiting_rows WHERE missing = ? ORDER BY number',
    )
    this.#drop = database.command('DELETE FROM waiting_rows WHERE missing = ?')
    this.#keys = database.query<{ missing: string }>(
      `SELECT DISTINCT missing FROM waiting_rows WHERE missing <> '${newerParley}'`,
    )
  }

  add(missing: string, row: SentRow): boolean {
    this.#put(missing, toJson(row))
    return true
  }

  take(missing: string): SentRow[] {
    return this.#take(missing).map((content) => fromJson<SentRow>(content))
  }

  takeAll(): SentRow[] {
    return this.#keys.all().flatMap(({ missing }) => this.take(missing))
  }

  /**
   * Keeps what a newer Parley wrote, such as a row of an unknown table, until this one is newer, too. It need not be sent
   * on: whoever understands it gets it from the machine that wrote it.
   */
  keepNewer(content: string): void {
    this.#put(newerParley, content)
  }

  /** Removes and returns all of that, for a Parley that may understand it. */
  takeNewer(): string[] {
    return this.#take(newerParley)
  }

  #put(missing: string, content: string): void {
    this.#add.run(missing, content)
    this.#limit.run()
  }

  #take(missing: string): string[] {
    // Sorting takes ten times as long, and few rows are waited for.
    if (this.#has.get(missing) === undefined) return []
    const rows = this.#list.all(missing)
    this.#drop.run(missing)
    return rows.map(({ content }) => content)
  }
}

/** The characters of the columns of a row, for an estimate of its size. */
export function charsOf(row: SentRow): number {
  if ('erased' in row) return row.known.length
  return Object.values(row.row).reduce<number>((sum, value) => sum + String(value).length, 0)
}
