import type { ReadableDatabase } from '../database/database'
import { erasedPart, isLocalTombstone, revivedPart } from '../database/migrations/row-version-tables'
import type { RowVersion } from '../database/row-clock'
import { fromJson, toJson } from '../database/stored-json'
import { type ErasedRow, type ExchangedRow, rowIdOf, withinPart } from './exchanged-rows'
import { type Place, placeOf, places, type SqlValue, travellingColumns } from './places'

type Row = Record<string, SqlValue>

/** Ids of chats, comparisons and others, by their table: what belongs to them is read. */
export type Selection = Partial<Record<Place['table'], readonly string[]>>

/** Rows of which only the keys are read at once: one of them may be long. */
const keysPerRead = 500

/** Columns of a hidden contestant's session that stay on its machine. */
const localOfSessions = new Set(Object.keys(placeOf('sessions')?.local ?? {}))

/** Reads the rows that travel. */
export class RowReader {
  readonly #database: ReadableDatabase
  readonly #versions
  readonly #version
  readonly #finding = new Map<Place, { get: (key: { rowId: string }) => Row | undefined }>()

  constructor(database: ReadableDatabase) {
    this.#database = database
    this.#versions = database.query<{ part: string; version: RowVersion }>(
      // In the order of the primary key. With ORDER BY, SQLite would compile the statement again for each row.
      `SELECT part, version FROM row_versions WHERE place = ? AND row_id = ? AND part <> '${erasedPart}'`,
    )
    this.#version = database.query<{ version: RowVersion; known: string | null; isLocal: number | null }>(`
      SELECT version, known, ${isLocalTombstone} AS isLocal FROM row_versions
      WHERE place = ? AND row_id = ? AND part = ?`)
  }

  /** All rows, or those that belong to the selection: each after those that it refers to, but for the shown branch. */
  *read(selection: Selection | null = null): Generator<ExchangedRow> {
    for (const place of places) {
      if (selection === null) yield* this.#all(place)
      else if (place.owner !== undefined) {
        for (const id of selection[place.owner.of] ?? []) yield* this.#owned(place, place.owner.column, id)
      }
    }
  }

  /** The row with this key, as it is sent; null if it does not travel. */
  find(place: Place, rowId: string): ExchangedRow | ErasedRow | null {
    const erased = this.#version.get(place.table, rowId, erasedPart)
    if (erased !== undefined) {
      if (erased.isLocal === 1) return null
      return { table: place.table, rowId, erased: erased.version, known: erased.known ?? '' }
    }
    let finding = this.#finding.get(place)
    if (finding === undefined) {
      const { key, travels = 'true', sent = travels, kept = 'false' } = place
      const isIt =
        key.length === 1
          ? `${key.join('')} = :rowId`
          : `(${key.join(', ')}) = (${key.map((_, at) => `:rowId ->> '$[${at}]'`).join(', ')})`
      finding = this.#database.query<Row>(`${selectOf(place)} WHERE ${isIt} AND ${sent} AND NOT ${kept}`)
      this.#finding.set(place, finding)
    }
    const row = finding.get({ rowId })
    return row === undefined ? null : this.#exchanged(place, row)
  }

  /** The rows of attachments with these ids. */
  *attachments(ids: Iterable<string>): Generator<ExchangedRow> {
    const place = placeOf('attachments')
    if (place !== null) for (const id of ids) yield* this.#owned(place, 'id', id)
  }

  *#all(place: Place): Generator<ExchangedRow> {
    // Only drafts have no row number.
    const at = place.table === 'drafts' ? 'place' : 'rowid'
    const page = this.#database.query<{ at: SqlValue }>(`
      SELECT ${at} AS at FROM ${place.table} WHERE ${at} > ? AND ${place.travels ?? 'true'}
      ORDER BY ${at} LIMIT ${keysPerRead}`)
    const get = this.#database.query<Row>(`${selectOf(place)} WHERE ${at} = ?`)
    let after: SqlValue = at === 'place' ? '' : -1
    for (let keys = page.all(after); keys.length > 0; keys = page.all(after)) {
      for (const key of keys) {
        const row = get.get(key.at)
        if (row !== undefined) yield this.#exchanged(place, row)
        after = key.at
      }
    }
  }

  *#owned(place: Place, column: string, id: string): Generator<ExchangedRow> {
    const keys = this.#database.query<{ at: number }>(
      `SELECT rowid AS at FROM ${place.table} WHERE ${column} = ? AND ${place.travels ?? 'true'} ORDER BY rowid`,
    )
    const get = this.#database.query<Row>(`${selectOf(place)} WHERE rowid = ?`)
    for (const { at } of keys.all(id)) {
      const row = get.get(at)
      if (row !== undefined) yield this.#exchanged(place, row)
    }
  }

  #exchanged(place: Place, row: Row): ExchangedRow {
    const versions = this.#versions
      .all(place.table, rowIdOf(place, row))
      .map(({ part, version }) => [part, version] as const)
    const within = Object.entries(place.references).flatMap(([column, of]) => {
      const revived = of === 'messages' ? undefined : this.#version.get(of, row[column] ?? null, revivedPart)
      return revived === undefined ? [] : [[withinPart(column), revived.version] as const]
    })
    return {
      table: place.table,
      row: withoutLocal(place, row),
      versions: Object.fromEntries([...versions, ...within]),
    }
  }
}

function selectOf(place: Place): string {
  return `SELECT ${travellingColumns(place).join(', ')} FROM ${place.table}`
}

/** The row without what is true of one machine only, within its JSON. */
function withoutLocal({ table }: Place, row: Row): Row {
  if (table === 'sealed' && row['place'] === 'sessions') {
    return { ...row, columns: toJson(without(fromJson<object>(String(row['columns'])), localOfSessions)) }
  }
  if (table === 'line_ups')
    return { ...row, panes: toJson(fromJson<object[]>(String(row['panes'])).map(portable)) }
  if (table === 'set_runs') {
    return { ...row, models: toJson(fromJson<object[]>(String(row['models'])).map(portable)) }
  }
  return row
}

/** A pane or model without its folder, and without what it may do there. */
function portable(pane: object): object {
  return without(pane, new Set(['workspace', 'permission', 'isolation', 'tools']))
}

function without(value: object, names: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
}
