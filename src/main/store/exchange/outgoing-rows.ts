import type { WritableDatabase } from '../database/database'
import { rowIdIn } from '../database/migrations/row-version-tables'
import { attachmentsIn } from './exchanged-rows'
import { type Place, placeOf, places } from './places'
import { RowReader } from './read-rows'
import { charsOf, type SentRow } from './waiting-rows'

/** Rows that one transaction puts in line. */
const rowsPerStep = 500
/** A batch ends after so many characters. */
const charsPerBatch = 1_000_000

const states = { off: 0, on: 1, starting: 2 } as const

/** The rows that this machine has to send to the person's others. Triggers put them in line. */
export class OutgoingRows {
  readonly #database: WritableDatabase
  readonly #pause: () => Promise<void>
  readonly #reader: RowReader
  readonly #state
  readonly #setState
  readonly #rename
  readonly #dropJournals
  readonly #dropRuns
  readonly #clear
  readonly #bury
  readonly #release
  readonly #next
  readonly #mark
  readonly #drop
  readonly #dropTaken
  readonly #share
  readonly #unshare

  constructor(database: WritableDatabase, deps: { pause: () => Promise<void> }) {
    this.#database = database
    this.#pause = deps.pause
    this.#reader = new RowReader(database)
    this.#state = database.query<{ state: number }>('SELECT is_exchanging AS state FROM store_state')
    this.#setState = database.command('UPDATE store_state SET is_exchanging = ?')
    this.#dropJournals = database.command(
      "DELETE FROM run_journal WHERE run_id IN (SELECT id FROM runs WHERE state = 'open')",
    )
    this.#dropRuns = database.command("DELETE FROM runs WHERE state = 'open'")
    this.#rename = database.command('UPDATE store_state SET device = ?')
    this.#clear = database.command('DELETE FROM outgoing_rows')
    this.#bury = database.command(`
      INSERT INTO outgoing_rows (place, row_id)
      SELECT place, row_id FROM row_versions WHERE part = 'erased' ON CONFLICT DO NOTHING`)
    this.#release = database.command('UPDATE outgoing_rows SET is_taken = 0 WHERE is_taken')
    this.#next = database.query<{ number: number; table: string; rowId: string }>(`
      SELECT number, place AS "table", row_id AS rowId FROM outgoing_rows WHERE number > ? AND NOT is_taken
      ORDER BY number LIMIT 100`)
    this.#mark = database.command('UPDATE outgoing_rows SET is_taken = 1 WHERE number = ?')
    this.#drop = database.command('DELETE FROM outgoing_rows WHERE number = ?')
    this.#share = database.command('UPDATE attachments SET is_shared = 1 WHERE id = ?')
    this.#unshare = database.command('UPDATE attachments SET is_shared = 0 WHERE is_shared')
    this.#dropTaken = database.command('DELETE FROM outgoing_rows WHERE is_taken')
  }

  /** True once everything that existed is in line. */
  get isOn(): boolean {
    return this.#state.get()?.state === states.on
  }

  /** From now on, changes are put in line, and in steps everything that exists. Call it again if it was interrupted. */
  async start(): Promise<void> {
    if (this.isOn) return
    this.#setState.run(states.starting)
    for (const place of places) if (place.table !== 'attachments') await this.#lineUp(place)
    this.#database.transaction(() => {
      this.#bury.run()
      this.#setState.run(states.on)
    })
  }

  /**
   * The store is a copy of that of another machine, or an older one of its own: its changes are of this machine now. The
   * answers that were being written come from the other, which has completed them under the same ids.
   */
  become(device: string): void {
    this.#database.transaction(() => {
      this.#dropJournals.run()
      this.#dropRuns.run()
      this.#rename.run(device)
    })
  }

  /** Changes are no longer sent. */
  stop(): void {
    this.#database.transaction(() => {
      this.#setState.run(states.off)
      this.#clear.run()
      this.#unshare.run()
    })
  }

  /**
   * Up to `max` rows with their present content and versions, each usually after those that it refers to; none if all
   * were sent. They stay in line until `sent`, so that a process that ends before sends them again.
   */
  take(max: number): SentRow[] {
    return this.#inLine(() => {
      this.#release.run()
      return this.takeMore(max)
    })
  }

  /** Up to `max` further rows, which `sent` includes. */
  takeMore(max: number): SentRow[] {
    return this.#inLine(() => {
      const rows: SentRow[] = []
      let chars = 0
      let after = -1
      for (let next = this.#next.all(after); next.length > 0; next = this.#next.all(after)) {
        for (const { number, table, rowId } of next) {
          if (rows.length >= max || chars > charsPerBatch) return inOrder(rows)
          after = number
          const place = placeOf(table)
          const row = place === null ? null : this.#reader.find(place, rowId)
          if (row === null) {
            // When it travels again, it is put in line again.
            this.#drop.run(number)
            continue
          }
          this.#mark.run(number)
          rows.push(...this.#attachmentsOf(row), row)
          chars += charsOf(row)
        }
      }
      return inOrder(rows)
    })
  }

  /** What was last taken has been sent: it leaves the line, unless it has changed since. */
  sent(): void {
    this.#dropTaken.run()
  }

  /** They are sent with every row that refers to them, and with no other. */
  #attachmentsOf(row: SentRow): SentRow[] {
    const ids = 'erased' in row ? [] : attachmentsIn(row)
    for (const id of ids) this.#share.run(id)
    return [...this.#reader.attachments(ids)]
  }

  /** What a power cut undoes is done again, and what counts is stored on the disk at the end: `start`, `sent`. */
  #inLine<Result>(work: () => Result): Result {
    return this.#database.relaxed(() => this.#database.transaction(work))
  }

  async #lineUp({ table, key }: Place): Promise<void> {
    // Drafts are few, and have no row number.
    const isShort = table === 'drafts'
    const which = isShort ? 'true' : 'rowid > :after AND rowid <= :last'
    const add = this.#database.command(`
      INSERT INTO outgoing_rows (place, row_id)
      SELECT '${table}', ${rowIdIn(table, key)} FROM ${table} WHERE ${which} ON CONFLICT DO NOTHING`)
    if (isShort) {
      add.run()
      return
    }
    const end = this.#database.query<{ last: number | null }>(`
      SELECT max(at) AS last FROM (
        SELECT rowid AS at FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${rowsPerStep})`)
    let after = -1
    for (let last = end.get(after)?.last; last != null; last = end.get(after)?.last) {
      const step = { after, last }
      this.#inLine(() => add.run(step))
      after = last
      await this.#pause()
    }
  }
}

const ranks = new Map<string, number>(places.map(({ table }, rank) => [table, rank]))

function inOrder(rows: readonly SentRow[]): SentRow[] {
  return rows.toSorted((one, other) => (ranks.get(one.table) ?? 0) - (ranks.get(other.table) ?? 0))
}
