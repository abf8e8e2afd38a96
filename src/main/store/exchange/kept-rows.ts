import type { ReadableDatabase } from '../database/database'
import { sharedAgain } from '../database/migrations/exchange-tables'
import { isLocalTombstone } from '../database/migrations/row-version-tables'
import type { ExchangedRow } from './exchanged-rows'
import { type Place, placeOf } from './places'
import type { Reference } from './references'

/** The chats and comparisons that are kept on this machine: what other machines write about them is not stored. */
export class KeptRows {
  readonly #database: ReadableDatabase
  readonly #owners
  readonly #isGone

  constructor(database: ReadableDatabase) {
    this.#database = database
    const owners = (['sessions', 'comparisons'] as const).map((table) => {
      const query = database.query<object>(`SELECT 1 FROM ${table} WHERE id = ? AND is_local`)
      return [table, query] as const
    })
    this.#owners = new Map<string, (typeof owners)[number][1]>(owners)
    this.#isGone = database.query<object>(`
      SELECT 1 FROM row_versions WHERE place = ? AND row_id = ? AND ${isLocalTombstone}`)
  }

  /** Whether the chat or comparison of a row is here, or was erased here; and if it is here, what the row waits for. */
  keeping(
    { owner, references }: Place,
    row: ExchangedRow['row'],
    referred: readonly Reference[],
  ): 'gone' | { missing: string } | null {
    const isReferred = owner === undefined || owner.column in references
    const owned = isReferred ? [] : [[owner.of, row[owner.column]] as const]
    for (const [table, id] of [...owned, ...referred]) {
      const kept = this.#owners.get(table)
      if (kept === undefined || typeof id !== 'string') continue
      if (this.isGone(table, id)) return 'gone'
      if (kept.get(id) !== undefined) return { missing: sharedAgain + id }
    }
    return null
  }

  /** True if it was erased here while it was kept. */
  isGone(table: string, id: string): boolean {
    return this.#isGone.get(table, id) !== undefined
  }

  /** True if it is here and kept, so that no other machine erases it. */
  stays(table: Place['table'], id: string): boolean {
    const kept = placeOf(table)?.kept
    if (kept === undefined) return false
    return (
      this.#database.query<object>(`SELECT 1 FROM ${table} WHERE id = ? AND ${kept}`).get(id) !== undefined
    )
  }
}
