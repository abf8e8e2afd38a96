import type { ComparisonId, SessionId } from '../../../shared/ids'
import { comparisonEraser } from '../sessions/erase-comparison'
import type { WritableDatabase } from '../database/database'
import { lineUp } from '../database/migrations/exchange-tables'
import {
  erasedPart,
  heldChars,
  isKeptHere,
  leavesTombstones,
  localKnown,
  newestChange,
  nextVersion,
  revivedPart,
} from '../database/migrations/row-version-tables'
import type { RowVersion } from '../database/row-clock'
import type { SessionLeases } from '../../leases/session-leases'
import type { TreeWriter } from '../sessions/tree-writer'
import type { ErasedRow, ExchangedRow } from './exchanged-rows'
import { KeptRows } from './kept-rows'
import { type Place, places, type SqlValue } from './places'
import type { Reference } from './references'
import { RowVersions } from './row-versions'

/** What erases on behalf of another machine. */
export interface Erasing {
  writer: TreeWriter
  /** A chat that is in use is erased later; while one is being imported, everything about it waits. */
  leases: Pick<SessionLeases, 'isBusy' | 'isImporting'>
}

type Table = Place['table']

/**
 * What belongs to a row of these tables, and is not stored again without having been erased with it. Its rows of `table`
 * can also be revived on their own.
 */
const held: Partial<Record<Table, { table: Table; ids: string }>> = {
  sessions: { table: 'messages', ids: 'SELECT id FROM messages WHERE session_id = :id' },
  comparisons: {
    table: 'sessions',
    ids: `
    WITH held (id) AS (
      SELECT session_id FROM panes WHERE comparison_id = :id UNION SELECT session_id FROM merges WHERE comparison_id = :id)
    SELECT id FROM held UNION ALL SELECT messages.id FROM held JOIN messages ON messages.session_id = held.id`,
  },
  projects: { table: 'knowledge_sources', ids: 'SELECT id FROM knowledge_sources WHERE project_id = :id' },
  prompt_sets: { table: 'set_runs', ids: 'SELECT id FROM set_runs WHERE set_id = :id' },
}

/** Whether rows are erased or revived: the newer of both counts, on every machine. */
export class ErasedRows {
  readonly #database: WritableDatabase
  readonly #erasing: Erasing | null
  readonly #versions: RowVersions
  readonly #putNext
  readonly #buryVote
  readonly #enqueue
  readonly #enqueueDrafts
  readonly #newestChange
  readonly #sessionsOf
  readonly #eraseSources
  readonly #state
  readonly #eraseComparison
  readonly #kept: KeptRows
  #hidden: SessionId[] = []

  constructor(database: WritableDatabase, erasing: Erasing | null) {
    this.#database = database
    this.#erasing = erasing
    this.#kept = new KeptRows(database)
    this.#versions = new RowVersions(database)
    const put = 'INSERT INTO row_versions (place, row_id, part, version, known)'
    const again = 'ON CONFLICT DO UPDATE SET version = excluded.version, known = excluded.known'
    this.#putNext = database.command(`${put} VALUES (?, ?, ?, ${nextVersion}, NULL) ${again}`)
    const [isKept, local] = [isKeptHere('comparisons', ':comparison'), localKnown(':comparison', "''")]
    this.#buryVote = database.command(`
      ${put} VALUES ('votes', :id, '${erasedPart}', ${nextVersion}, CASE WHEN ${isKept} THEN ${local} END) ${again}`)
    this.#enqueue = database.command(`
      INSERT INTO outgoing_rows (place, row_id) SELECT ?, ? WHERE (SELECT is_exchanging FROM store_state)
      ON CONFLICT DO UPDATE SET is_taken = 0`)
    const isOfIt = `place IN ('chat:' || :id, 'compare:' || :id)
      OR place IN (SELECT 'edit:' || id FROM messages WHERE session_id = :id)
      OR place IN (SELECT 'pane:' || id FROM panes WHERE session_id = :id)`
    this.#enqueueDrafts = database.command(
      lineUp('drafts', 'drafts', `(${isOfIt}) AND (SELECT is_exchanging FROM store_state)`),
    )
    this.#newestChange = database.query<{ version: RowVersion }>(
      `SELECT ${newestChange(':table', ':rowId')} AS version`,
    )
    this.#sessionsOf = database.query<{ id: SessionId }>(`
      SELECT session_id AS id FROM panes WHERE comparison_id = :id
      UNION SELECT session_id FROM merges WHERE comparison_id = :id`)
    this.#eraseSources = database.command('DELETE FROM knowledge_sources WHERE project_id = ?')
    this.#state = database.query<{ state: string }>('SELECT state FROM sessions WHERE id = ?')
    this.#eraseComparison = erasing === null ? null : comparisonEraser(database, erasing.writer)
  }

  /** True if the row is a chat that is being imported, or belongs to one. */
  isBeingImported(row: ExchangedRow | ErasedRow, references: readonly Reference[]): boolean {
    if (this.#erasing === null) return false
    const { leases } = this.#erasing
    if (row.table === 'sessions')
      return leases.isImporting(('erased' in row ? row.rowId : row.row['id']) as SessionId)
    return references.some(([table, id]) => table === 'sessions' && leases.isImporting(id as SessionId))
  }

  erasedAt(table: string, id: string): RowVersion | null {
    return !leavesTombstones(table) ? null : this.#versions.of(table, id, erasedPart)
  }

  /** Empty if it never was. */
  revivedAt(table: string, id: string): RowVersion {
    return !leavesTombstones(table) ? '' : (this.#versions.of(table, id, revivedPart) ?? '')
  }

  /** A row changed here while no version was given: it is sent if rows are. */
  enqueue(table: string, id: string): void {
    this.#enqueue.run(table, id)
  }

  /** A vote that is not here, or is about to go, is erased everywhere, or while its comparison is kept here only here. */
  buryVote(id: string, comparison: SqlValue): void {
    this.#buryVote.run({ id, comparison })
    this.#enqueue.run('votes', id)
  }

  /** A row that was erased here is about to come back: since then, or now. */
  unbury(table: Table, id: string, revived: RowVersion | null): void {
    if (revived === null) this.#putNext.run(table, id, revivedPart)
    else this.#versions.put(table, id, revivedPart, revived)
    this.#versions.forget(table, id, erasedPart)
    if (table === 'sessions' && this.#state.get(id) !== undefined) {
      this.#erasing?.writer.eraseHiddenNow(id as SessionId)
    }
  }

  /** Erases a row as another machine did, unless there is more here than that machine knew: then all of it stays. */
  apply({ table, rowId, erased, known }: ErasedRow): 'changed' | 'known' | 'busy' {
    const before = this.erasedAt(table, rowId)
    if (before !== null && (before >= erased || this.#kept.isGone(table, rowId))) return 'known'
    if (this.revivedAt(table, rowId) >= erased) return 'known'
    if (before === null && this.#has(table, rowId)) {
      const sessions = table === 'sessions' ? [rowId as SessionId] : this.#sessionsIn(table, rowId)
      if (sessions.some((id) => this.#erasing?.leases.isBusy(id) === true)) return 'busy'
      if (this.#kept.stays(table, rowId) || this.#hasMore({ table, rowId, erased, known })) {
        // The next version is newer than all that are stored.
        this.#versions.put(table, rowId, erasedPart, erased, known)
        this.keep(table, rowId, { isRevived: true })
        this.#versions.forget(table, rowId, erasedPart)
        return 'changed'
      }
      this.#erase(table, rowId)
      for (const id of table === 'sessions' ? [] : sessions) {
        this.#versions.put('sessions', id, erasedPart, erased, known)
      }
    }
    this.#versions.put(table, rowId, erasedPart, erased, known)
    return 'changed'
  }

  /** Sends a row with what belongs to it, which other machines may have refused; `isRevived`: it stays, or is back. */
  keep(table: Table, id: string, { isRevived }: { isRevived: boolean }): void {
    if (isRevived) this.#putNext.run(table, id, revivedPart)
    this.#enqueue.run(table, id)
    this.#enqueueDrafts.run({ id })
    for (const session of this.#sessionsIn(table, id)) this.keep('sessions', session, { isRevived })
    for (const place of places) {
      for (const [column, of] of Object.entries(place.references)) {
        if (of === table) this.#keepOwned(place, `${column} = ?`, { id, isRevived })
      }
    }
  }

  #keepOwned(
    { table }: Place,
    condition: string,
    { id, isRevived }: { id: string; isRevived: boolean },
  ): void {
    if (!leavesTombstones(table)) {
      const add = lineUp(table, table, `${condition} AND (SELECT is_exchanging FROM store_state)`)
      this.#database.command(add).run(id)
      return
    }
    const rows = this.#database.query<{ id: string }>(`SELECT id FROM ${table} WHERE ${condition}`)
    for (const row of rows.all(id)) this.keep(table, row.id, { isRevived })
  }

  /** Erases the contents of hidden chats in steps. What is left then is erased at the next start. */
  async finish(): Promise<void> {
    const hidden = this.#hidden
    this.#hidden = []
    for (const id of hidden) {
      if (this.#state.get(id)?.state === 'importing') await this.#erasing?.writer.eraseHidden(id)
    }
  }

  #has(table: Table, id: string): boolean {
    if (table === 'sessions') return this.#state.get(id)?.state === 'ready'
    return this.#database.query(`SELECT 1 FROM ${table} WHERE id = ?`).get(id) !== undefined
  }

  #sessionsIn(table: Table, id: string): SessionId[] {
    return table === 'comparisons' ? this.#sessionsOf.all({ id }).map((row) => row.id) : []
  }

  #hasMore({ table, rowId, erased, known }: ErasedRow): boolean {
    // The user takes back a vote, whatever else was said about it.
    if (table === 'votes') return false
    const [newest = '', ...ids] = known.split(' ')
    if ((this.#newestChange.get({ table, rowId })?.version ?? '') > newest) return true
    const holding = held[table]
    if (holding === undefined) return false
    const knownIds = new Set(ids)
    const rows = this.#database.query<{ id: string }>(holding.ids).all({ id: rowId })
    return rows.some(
      ({ id }) => !knownIds.has(id.slice(-heldChars)) || this.revivedAt(holding.table, id) >= erased,
    )
  }

  #erase(table: Table, id: string): void {
    if (table === 'sessions') {
      this.#erasing?.writer.hide(id as SessionId)
      this.#hidden.push(id as SessionId)
    } else if (table === 'comparisons') {
      this.#hidden.push(...(this.#eraseComparison?.(id as ComparisonId) ?? []))
    } else {
      if (table === 'projects') this.#eraseSources.run(id)
      this.#database.command(`DELETE FROM ${table} WHERE id = ?`).run(id)
    }
  }
}
