import { paneLimits } from '../../../shared/sessions/sessions'
import type { Clock } from '../../base/clock'
import { errorCode } from '../../base/error-code'
import { foldCase, type WritableDatabase } from '../database/database'
import { freeChat } from '../database/migrations/exchange-tables'
import { leavesTombstones, revivedPart } from '../database/migrations/row-version-tables'
import type { RowVersion } from '../database/row-clock'
import { fromJson } from '../database/stored-json'
import { assignments } from '../database/table'
import { ErasedRows, type Erasing } from './erased-rows'
import { type ExchangedRow, isPlainMessage, type MessagePlace, rowIdOf, withinPart } from './exchanged-rows'
import { HiddenAnswers } from './hidden-answers'
import { KeptRows } from './kept-rows'
import { type Place, placeOf, type SqlValue } from './places'
import { type Reference, referencesOf } from './references'
import { type RowStatements, statementsOf } from './row-statements'
import { RowVersions } from './row-versions'
import { type SentRow, type Waiting, WaitingHere } from './waiting-rows'

/**
 * What became of a row: new here; changed in a newer part; known, with nothing newer; it waits for a row that it refers
 * to; or it was refused, because the store's rules do not allow it or it was erased here.
 */
export type Applied = 'added' | 'changed' | 'known' | 'waits' | 'refused'

type Row = Record<string, SqlValue>

/** The panes that a comparison shows at most. */
const maxPanes = 2 * paneLimits.max

/**
 * Stores rows that another machine, or this one earlier, has read with `RowReader`. In whatever order and however often
 * rows arrive, the result is the same: a new row is inserted, and each part of a known one has its newest version.
 */
export class RowApplier {
  readonly #database: WritableDatabase
  readonly #clock: Clock
  readonly #hidden: HiddenAnswers
  readonly #statements = new Map<Place, RowStatements>()
  readonly #versions: RowVersions
  readonly #exists = new Map<string, { get: (id: string) => object | undefined }>()
  /** Rows, as `TABLE ID`, that this transaction has found or stored, and that are not kept here and were never erased. */
  readonly #found = new Map<string, MessagePlace | null>()
  readonly #erased: ErasedRows
  readonly #kept: KeptRows
  readonly #isImport: boolean
  readonly #depth
  readonly #setLeaf
  readonly #setNewestLeaf
  readonly #clearLeaf
  readonly #leastSiblings
  readonly #spending
  readonly #setSpending
  readonly #sameOrigin
  readonly #dropOrigin
  readonly #sameAnswers
  readonly #dropKey
  readonly #room
  readonly #openRun
  readonly #eraseVote
  readonly #searchAgain
  readonly #cellCount
  /** Rows by the row that they wait for, as `TABLE ID`. */
  readonly #waiting: Waiting

  /**
   * `isImport`: the user adds the rows here, so those that were erased come back, and all are sent to the other machines.
   * `waiting`: where rows wait if not in memory; `erasing`: for rows that were erased.
   */
  constructor(
    database: WritableDatabase,
    clock: Clock,
    options: { isImport?: boolean; waiting?: Waiting; erasing?: Erasing } = {},
  ) {
    this.#database = database
    this.#isImport = options.isImport ?? false
    this.#waiting = options.waiting ?? new WaitingHere()
    this.#kept = new KeptRows(database)
    this.#erased = new ErasedRows(database, options.erasing ?? null)
    this.#clock = clock
    this.#hidden = new HiddenAnswers(database)
    this.#versions = new RowVersions(database)
    this.#depth = database.query<MessagePlace>('SELECT depth, session_id FROM messages WHERE id = ?')
    this.#setLeaf = database.command(`
      UPDATE sessions SET leaf_id = :leaf
      WHERE id = :id AND (leaf_id IS NOT :leaf OR :version IS NOT NULL)
        AND EXISTS (SELECT 1 FROM messages WHERE id = :leaf AND session_id = :id)`)
    this.#setNewestLeaf = database.command(`
      UPDATE sessions SET leaf_id = (
        SELECT id FROM messages WHERE session_id = sessions.id ORDER BY number DESC LIMIT 1)
      WHERE id = :id AND leaf_id IS NULL`)
    this.#spending = database.query<Row>(`SELECT ${spent.join(', ')} FROM spending WHERE id = ?`)
    this.#setSpending = database.command(`UPDATE spending SET ${assignments(spent)} WHERE id = :id`)
    // Two machines may have imported it, and only one of them had others after the same message.
    this.#leastSiblings = database.command(
      'UPDATE messages SET siblings = :siblings WHERE id = :id AND siblings > :siblings',
    )
    this.#clearLeaf = database.command('UPDATE sessions SET leaf_id = NULL WHERE id = ?')
    this.#sameOrigin = database.query<{ id: string }>(
      'SELECT id FROM messages WHERE session_id = ? AND origin = ?',
    )
    this.#dropOrigin = database.command('UPDATE messages SET origin = NULL WHERE id = ?')
    this.#sameAnswers = database.query<{ id: string; voted_at: number; source: string | null }>(
      'SELECT id, voted_at, source FROM votes WHERE answers_key = ? AND id <> ?',
    )
    this.#dropKey = database.command('UPDATE votes SET answers_key = NULL WHERE id = ?')
    this.#room = database.query<{ isFree: number; paneCount: number }>(`
      SELECT
        kind = 'pane' AND NOT EXISTS (SELECT 1 FROM merges WHERE :other = 'merges' AND session_id = sessions.id)
          AND NOT EXISTS (SELECT 1 FROM panes WHERE :other = 'panes' AND session_id = sessions.id) AS isFree,
        (SELECT count(*) FROM panes
          WHERE comparison_id = :comparison AND removed_at IS NULL AND id <> :id) AS paneCount
      FROM sessions WHERE id = :session`)
    this.#openRun = database.query<object>(
      "SELECT 1 FROM runs WHERE state = 'open' AND (message_id = :id OR id = :run)",
    )
    this.#eraseVote = database.command('DELETE FROM votes WHERE id = ?')
    this.#searchAgain = database.command(
      'INSERT OR IGNORE INTO search_updates (number) SELECT number FROM messages WHERE id = ?',
    )
    this.#cellCount = database.query<{ count: number }>(
      'SELECT prompt_count * repeats * json_array_length(models) AS count FROM set_runs WHERE id = ?',
    )
  }

  /**
   * Nothing that rows wait for will come: returns how many do. A chat whose last message is missing shows the newest that
   * is here.
   */
  settle(): number {
    const rows = this.#waiting.takeAll()
    this.#database.versions.paused(() =>
      this.#database.transaction(() => {
        for (const given of rows) {
          if (given.table === 'sessions' && 'row' in given) {
            this.#setNewestLeaf.run({ id: given.row['id'] ?? null })
          }
        }
      }),
    )
    return rows.length
  }

  /**
   * Applies rows in one transaction, and says what became of each; of those that had waited for them, `onLate` is told.
   * Once `hasTime` is false, it ends after that row, and returns only what became of those until then.
   * @throws STORE_FULL, STORE_DAMAGED; nothing is applied then
   */
  apply(
    rows: readonly SentRow[],
    onLate: (row: ExchangedRow, applied: Applied) => void = () => {},
    hasTime: () => boolean = () => true,
  ): Applied[] {
    const apply = () => {
      this.#found.clear()
      const results: Applied[] = []
      for (const row of rows) {
        results.push(this.#applyOne(row, onLate))
        if (!hasTime()) break
      }
      // A seal that breaks a rule of the store stays.
      for (const reveal of this.#hidden.takeReveals()) this.#guarded(() => this.#database.transaction(reveal))
      return results
    }
    const { versions } = this.#database
    return versions.paused(() => this.#database.indexedLater(() => this.#database.transaction(apply)))
  }

  /** Erases what was in use when another machine erased it, and stores what waited for a chat that was kept here. */
  applyBusy(note: (row: SentRow, applied: Applied) => void = () => {}): void {
    this.#database.transaction(() => {
      const rows = this.#waiting.take(freeChat)
      for (const [at, applied] of this.apply(rows, note).entries()) note(rows[at] as SentRow, applied)
    })
  }

  /** Erases the contents of chats that were erased elsewhere, in steps; what is left is erased at the next start. */
  finishErasing(): Promise<void> {
    return this.#erased.finish()
  }

  #applyOne(given: SentRow, onLate: (row: ExchangedRow, applied: Applied) => void): Applied {
    const keys: string[] = []
    const applied = this.#applyAlone(given, keys)
    // A list that grows, because each of very many rows may have waited for the one before.
    for (const key of keys) {
      for (const row of this.#waiting.take(key)) {
        const late = this.#applyAlone(row, keys)
        if (!('erased' in row)) onLate(row, late)
      }
    }
    return applied
  }

  /** Adds to `keys` what need not be waited for any more. */
  #applyAlone(given: SentRow, keys: string[]): Applied {
    const place = placeOf(given.table)
    if (place === null) return 'refused'
    const references = 'erased' in given ? [] : referencesOf(place, given.row)
    // An import that ends early erases what it has stored, and nothing else may be there then.
    if (this.#erased.isBeingImported(given, references)) return this.#wait(freeChat, given)
    if ('erased' in given) {
      this.#found.clear()
      const erased = this.#erased.apply(given)
      // What waits for it would be refused.
      if (erased === 'changed') keys.push(`${place.table} ${given.rowId}`)
      return erased === 'busy' ? this.#wait(freeChat, given) : erased
    }
    // A savepoint costs as much as the checks, and what one statement stores needs none.
    const isOneStep = !this.#isImport && isPlainMessage(given)
    const store = () => this.#store(place, given, references)
    const applied = this.#guarded(isOneStep ? store : () => this.#database.transaction(store))
    const rowId = rowIdOf(place, given.row)
    const isNews = applied === 'added' || applied === 'changed'
    if (isNews) this.#hidden.note(place.table)
    if (isNews && (this.#isImport || this.#wasRefusedElsewhere(place, given, references)))
      this.#erased.enqueue(place.table, rowId)
    // Also if it was here: an import may have added it since others began to wait for it.
    if (isNews || applied === 'known') keys.push(`${place.table} ${rowId}`)
    return applied
  }

  /** The machine that wrote it did not know that what it belongs to was erased and is back: others may have refused it. */
  #wasRefusedElsewhere(
    place: Place,
    { row, versions }: ExchangedRow,
    references: readonly Reference[],
  ): boolean {
    if (this.#erased.revivedAt(place.table, rowIdOf(place, row)) > (versions[revivedPart] ?? '')) return true
    return references.some(
      ([table, id, column]) =>
        !this.#found.has(`${table} ${id}`) &&
        this.#erased.revivedAt(table, id) > (versions[withinPart(column)] ?? ''),
    )
  }

  /** A row that breaks a rule of the store costs no other. */
  #guarded(store: () => Applied): Applied {
    try {
      return store()
    } catch (error) {
      if (errorCode(error)?.startsWith('SQLITE_CONSTRAINT') === true) return 'refused'
      throw error
    }
  }

  #store(place: Place, given: ExchangedRow, references: readonly Reference[]): Applied {
    const rowId = rowIdOf(place, given.row)
    const revived = (leavesTombstones(place.table) ? given.versions[revivedPart] : null) ?? ''
    const erased = this.#erased.erasedAt(place.table, rowId)
    if (erased !== null && revived <= erased && !this.#isImport) return 'refused'
    const missing = this.#missing(place, given, references)
    if (missing === isErased) return 'refused'
    if (missing !== null) return this.#wait(missing, given)
    if (place.table === 'sealed' && this.#hidden.isOutdated(given)) return 'known'
    if (place.table === 'messages' && this.#isBeingWritten(given)) return 'known'
    const isNewlyRevived = revived > this.#erased.revivedAt(place.table, rowId)
    if (erased !== null) this.#erased.unbury(place.table, rowId, revived > erased ? revived : null)
    else if (isNewlyRevived) this.#revive(place.table, rowId, revived)
    const stored = this.#of(place).get(given.row)
    const applied = stored === undefined ? this.#add(place, given) : this.#change(place, given, rowId)
    if (applied === 'refused') return applied
    // Where it was erased, our rows of it may have been refused.
    if (isNewlyRevived && stored !== undefined) this.#erased.keep(place.table, rowId, { isRevived: false })
    if (place.table !== 'sessions' || !this.#placeLeaf(given, rowId)) return applied
    return applied === 'known' ? 'changed' : applied
  }

  /** The row that this one refers to and that is not here, as `TABLE ID`, or that it was erased; null if all are here. */
  #missing(place: Place, { row, versions }: ExchangedRow, references: readonly Reference[]): string | null {
    const isFound = ([table, id, column]: Reference) =>
      versions[withinPart(column)] === undefined && this.#found.has(`${table} ${id}`)
    const unknown = references.filter((reference) => !isFound(reference))
    const keeping = this.#isImport ? null : this.#kept.keeping(place, row, unknown)
    if (keeping !== null) return keeping === 'gone' ? isErased : keeping.missing
    for (const [table, id, column] of unknown) {
      const erased = this.#erased.erasedAt(table, id)
      const revived = versions[withinPart(column)] ?? ''
      if (erased !== null && revived <= erased) {
        if (column === 'judge_of') continue
        return isErased
      }
      if (erased !== null || !this.#has(table, id)) return `${table} ${id}`
      const revivedHere = this.#erased.revivedAt(table, id)
      // It is not erased any more by who knew less.
      if (revived > revivedHere) {
        this.#revive(table, id, revived)
        this.#erased.keep(table, id, { isRevived: false })
      } else if (revivedHere === '' && table !== 'messages') this.#found.set(`${table} ${id}`, null)
    }
    return null
  }

  #revive(table: Place['table'], id: string, version: RowVersion): void {
    this.#found.delete(`${table} ${id}`)
    this.#versions.put(table, id, revivedPart, version)
  }

  #has(table: string, id: string): boolean {
    let query = this.#exists.get(table)
    if (query === undefined) {
      query = this.#database.query<object>(`SELECT 1 FROM ${table} WHERE id = ?`)
      this.#exists.set(table, query)
    }
    return query.get(id) !== undefined
  }

  #wait(missing: string, row: SentRow): Applied {
    return this.#waiting.add(missing, row) ? 'waits' : 'refused'
  }

  #add(place: Place, { table, row, versions }: ExchangedRow): Applied {
    const local = this.#localColumns(place, row)
    if (local === null || !this.#fitsRun(table, row) || !this.#fitsComparison(table, row)) return 'refused'
    const key = table === 'votes' ? this.#keyOfVote(row) : {}
    if (key === null) return 'refused'
    this.#of(place).insert.run({ ...row, ...local, ...key })
    const rowId = rowIdOf(place, row)
    for (const [part, version] of Object.entries(versions)) {
      const isOfPart = Object.hasOwn(place.parts, part)
      // The leaf is set when its message is here.
      if (isOfPart && !(table === 'sessions' && part === 'leaf')) {
        this.#versions.put(table, rowId, part, version)
      }
    }
    if (table === 'messages') {
      const at = { depth: Number(local['depth']), session_id: String(row['session_id']) }
      this.#found.set(`messages ${rowId}`, at)
    }
    return 'added'
  }

  #change(place: Place, given: ExchangedRow, rowId: string): Applied {
    const { table, row, versions } = given
    const newer = Object.entries(versions).filter(
      ([part, version]) =>
        Object.hasOwn(place.parts, part) && version > (this.#versions.of(table, rowId, part) ?? ''),
    )
    if (!newer.every(([part]) => this.#fitsAgain(part, table, row))) return 'refused'
    const named = this.#hidden.partsNamed(given)
    let isChanged =
      (table === 'spending' && this.#changeSpending(given)) ||
      (table === 'messages' && this.#leastSiblings.run({ id: rowId, siblings: row['siblings'] ?? 0 }) > 0)
    for (const [part, version] of newer) {
      const columns = place.parts[part] ?? []
      // The leaf is set when its message is here.
      if (table !== 'sessions' || part !== 'leaf') {
        const derived = columns.includes('name') ? { folded_name: foldCase(String(row['name'])) } : {}
        this.#of(place)
          .update(part)
          .run({ ...row, ...derived })
        if (table === 'messages' && part === 'content') this.#searchAgain.run(rowId)
        this.#versions.put(table, rowId, part, version)
      }
      isChanged = true
    }
    for (const part of named) {
      this.#of(place)
        .update(part)
        .run({ ...row })
      if (part === 'content') this.#searchAgain.run(rowId)
      isChanged = true
    }
    return isChanged ? 'changed' : 'known'
  }

  /** Two machines may have asked the same cell of a run, and each knows what that cost: all keep the same of them. */
  #changeSpending({ row }: ExchangedRow): boolean {
    const stored = this.#spending.get(row['id'] ?? null) ?? {}
    return spentIn(row) < spentIn(stored) && this.#setSpending.run({ ...row }) > 0
  }

  /** An archive has the beginning of an answer; its run will store all of it. */
  #isBeingWritten({ row }: ExchangedRow): boolean {
    return this.#openRun.get({ id: row['id'] ?? null, run: row['run_id'] ?? null }) !== undefined
  }

  /** The columns of a new row that are not in what travels; null if it cannot be stored. */
  #localColumns({ table, local }: Place, row: ExchangedRow['row']): Row | null {
    const columns = Object.entries(local).filter(([, value]) => value !== undefined)
    const given = Object.fromEntries(columns) as Row
    if (table === 'messages') return this.#placeOfMessage(row)
    if (table === 'sessions') return { ...given, leaf_id: null }
    if (table === 'attachments')
      return { ...given, used_at: this.#clock.now(), is_shared: Number(!this.#isImport) }
    return 'folded_name' in local ? { ...given, folded_name: foldCase(String(row['name'])) } : given
  }

  /** A message follows one of the same chat, and of two with the same origin there, the one whose id comes first has it. */
  #placeOfMessage({ id, session_id: session, parent_id: parentId, origin }: ExchangedRow['row']): Row | null {
    const parent = this.#found.get(`messages ${String(parentId)}`) ?? this.#depth.get(parentId ?? null)
    if (parent !== undefined && parent.session_id !== session) return null
    const place = { depth: parent === undefined ? 0 : parent.depth + 1, is_received: Number(!this.#isImport) }
    const twin = typeof origin === 'string' ? this.#sameOrigin.get(session ?? null, origin) : undefined
    if (twin === undefined) return place
    if (twin.id < String(id)) return { ...place, origin: null }
    this.#dropOrigin.run(twin.id)
    return place
  }

  /** A changed part must fit like that of a new row: a ballot may name other cells, and a removed pane be shown again. */
  #fitsAgain(part: string, table: Place['table'], row: ExchangedRow['row']): boolean {
    if (part === 'answers') return this.#fitsRun(table, row)
    return part !== 'removed' || row['removed_at'] !== null || this.#fitsComparison(table, row)
  }

  /** A cell, and what names cells, is one of those that its run asks. */
  #fitsRun(table: Place['table'], row: ExchangedRow['row']): boolean {
    const [runId, cells] =
      table === 'set_cells'
        ? [row['run_id'], [row['cell']]]
        : table === 'set_ballots'
          ? [row['run_id'], fromJson<{ cell: number }[]>(String(row['answers'])).map(({ cell }) => cell)]
          : table === 'set_runs' && row['judge_of'] !== null
            ? [row['judge_of'], fromJson<number[][]>(String(row['prompts'])).flat()]
            : [null, []]
    if (runId == null) return true
    const cellCount = this.#cellCount.get(runId)?.count
    // What judged a run that was erased stays.
    return cellCount === undefined || cells.every((cell) => Number(cell) < cellCount)
  }

  /**
   * A pane or merge has a session of its own: a file must not show a chat of the user as part of a comparison. Several
   * machines may each have added panes, but not without end.
   */
  #fitsComparison(table: Place['table'], row: ExchangedRow['row']): boolean {
    if (table !== 'panes' && table !== 'merges') return true
    const other = table === 'panes' ? 'merges' : 'panes'
    const { isFree, paneCount } = this.#room.get({
      id: row['id'] ?? null,
      session: row['session_id'] ?? null,
      other,
      comparison: row['comparison_id'] ?? null,
    }) ?? { isFree: 0, paneCount: 0 }
    return isFree === 1 && (table === 'merges' || paneCount < maxPanes)
  }

  /**
   * Of several votes of the user on the same answers, the newest counts; the others leave tombstones, which travel. One
   * of a file never replaces another, so it has no key then. Null if the vote is not stored.
   */
  #keyOfVote({
    id,
    comparison_id: comparison = null,
    answers_key: key,
    voted_at: at,
    source,
  }: ExchangedRow['row']): Row | null {
    const other = typeof key === 'string' ? this.#sameAnswers.get(key, String(id)) : undefined
    if (other === undefined) return {}
    if (source !== null) return { answers_key: null }
    if (other.source !== null) {
      this.#dropKey.run(other.id)
      return {}
    }
    const isNewer = Number(at) > other.voted_at || (Number(at) === other.voted_at && String(id) > other.id)
    if (isNewer) this.#eraseVote.run(other.id)
    this.#erased.buryVote(isNewer ? other.id : String(id), comparison)
    return isNewer ? {} : null
  }

  /** Shows the branch of the row if its version is the newest, once its last message is here. Returns whether it did. */
  #placeLeaf(given: ExchangedRow, sessionId: string): boolean {
    const leaf = given.row['leaf_id']
    const version = given.versions['leaf'] ?? null
    const known = this.#versions.of('sessions', sessionId, 'leaf')
    if (version === null ? known !== null : version <= (known ?? '')) return false
    if (typeof leaf !== 'string') {
      if (version === null) return false
      this.#clearLeaf.run(sessionId)
      this.#versions.put('sessions', sessionId, 'leaf', version)
      return true
    }
    if (!this.#has('messages', leaf)) {
      this.#wait(`messages ${leaf}`, given)
      return false
    }
    const isPlaced = this.#setLeaf.run({ id: sessionId, leaf, version }) > 0
    if (isPlaced && version !== null) this.#versions.put('sessions', sessionId, 'leaf', version)
    return isPlaced
  }

  #of(place: Place): RowStatements {
    let statements = this.#statements.get(place)
    if (statements === undefined) {
      statements = statementsOf(this.#database, place)
      this.#statements.set(place, statements)
    }
    return statements
  }
}

const spent = placeOf('spending')?.fixed ?? []
const spentIn = (row: ExchangedRow['row']) => JSON.stringify(spent.map((name) => row[name]))

const isErased = 'erased'
