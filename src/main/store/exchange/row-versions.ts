import type { WritableDatabase } from '../database/database'
import type { RowVersion } from '../database/row-clock'

/** The versions of the parts of rows. */
export class RowVersions {
  readonly #get
  readonly #put
  readonly #forget

  constructor(database: WritableDatabase) {
    this.#get = database.query<{ version: RowVersion }>(
      'SELECT version FROM row_versions WHERE place = ? AND row_id = ? AND part = ?',
    )
    this.#put = database.command(`
      INSERT INTO row_versions (place, row_id, part, version, known) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET version = excluded.version, known = excluded.known`)
    this.#forget = database.command('DELETE FROM row_versions WHERE place = ? AND row_id = ? AND part = ?')
  }

  /** Null if the part is as it was when the row was inserted. */
  of(table: string, rowId: string, part: string): RowVersion | null {
    return this.#get.get(table, rowId, part)?.version ?? null
  }

  /** `known`: of a tombstone. */
  put(table: string, rowId: string, part: string, version: RowVersion, known: string | null = null): void {
    this.#put.run(table, rowId, part, version, known)
  }

  forget(table: string, rowId: string, part: string): void {
    this.#forget.run(table, rowId, part)
  }
}
