import type { ReadableDatabase } from '../database/database'
import { isStoreFailure } from '../database/store-errors'

/** A row of a damaged file: nothing in it can be trusted. */
export type RawRow = Readonly<Record<string, unknown>>
type KeyValue = string | number

const rowsPerRead = 200
/** Each failed read takes time; beyond this number the walk gives up. */
const maxFailedReads = 100_000

/**
 * Yields every readable row of a table with row numbers, in order, with its number as `walked`. When a read fails, its
 * range is halved until only the rows of the damaged page are left out.
 */
export function* walkByNumber(
  database: ReadableDatabase,
  table: string,
  options: { columns: string; lastNumber: number },
): Generator<RawRow, void> {
  const isThere = readOrNull(() => database.query(`SELECT ${options.columns} FROM ${table} LIMIT 0`).all())
  if (isThere === null) return
  const page = database.query<RawRow & { walked: number }>(
    `SELECT rowid AS walked, ${options.columns} FROM ${table} WHERE rowid BETWEEN ? AND ?
     ORDER BY rowid LIMIT ${rowsPerRead}`,
  )
  let failedReads = 0
  // A stack: the next range is the last.
  const ranges = [{ from: 0, to: options.lastNumber }]
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    let { from } = range
    const { to } = range
    while (from <= to) {
      const start = from
      const rows = readOrNull(() => page.all(start, to))
      if (rows === null) {
        failedReads += 1
        if (failedReads > maxFailedReads) return
        const middle = Math.floor((from + to) / 2)
        if (from < to) ranges.push({ from: middle + 1, to }, { from, to: middle })
        break
      }
      yield* rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < rowsPerRead) break
      // Damage may have reduced the last number, and the walk must not start over.
      from = Math.max(from, last.walked) + 1
    }
  }
}

/**
 * Yields the readable rows of a table or an index in key order: forward to the damage, then backward from the end to
 * it. Returns whether that was everything. The columns contain the key, no part of which may be null, and `rowid` as
 * `number`.
 */
export function* walkByKey(
  database: ReadableDatabase,
  source: string,
  options: { columns: string; key: readonly string[]; filter?: string },
): Generator<RawRow, boolean> {
  const { columns, key, filter } = options
  const keys = `(${key.join(', ')})`
  const values = `(${key.map(() => '?').join(', ')})`
  const pageOf = (direction: 'ASC' | 'DESC', condition: string) => {
    const order = key.map((column) => `${column} ${direction}`).join(', ')
    const conditions = [filter ?? '', condition].filter((text) => text !== '')
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
    const sql = `SELECT ${columns} FROM ${source} ${where} ORDER BY ${order} LIMIT `
    return (...parameters: KeyValue[]) =>
      readSome((limit) => database.query<RawRow>(`${sql}${limit}`).all(...parameters))
  }
  const keyOf = (row: RawRow) => key.map((column) => row[column === 'rowid' ? 'number' : column] as KeyValue)

  const firstPage = pageOf('ASC', '')
  const nextPage = pageOf('ASC', `${keys} > ${values}`)
  let before: KeyValue[] | null = null
  for (;;) {
    const rows = before === null ? firstPage() : nextPage(...before)
    if (rows === null) break
    const last = rows.at(-1)
    if (last === undefined) return true
    yield* rows
    const reached = keyOf(last)
    // Damage moved this key to the front, from where the walk would start over.
    if (before !== null && !isAfter(reached, before)) break
    before = reached
  }

  const rest = before === null ? '' : `${keys} > ${values}`
  const lastPage = pageOf('DESC', rest)
  const previousPage = pageOf('DESC', rest === '' ? `${keys} < ${values}` : `${rest} AND ${keys} < ${values}`)
  let after: KeyValue[] | null = null
  for (;;) {
    const rows: RawRow[] | null =
      after === null ? lastPage(...(before ?? [])) : previousPage(...(before ?? []), ...after)
    const last = rows?.at(-1)
    if (rows === null || last === undefined) return false
    yield* rows
    const reached = keyOf(last)
    if (after !== null && !isAfter(after, reached)) return false
    after = reached
  }
}

/**
 * True if `one` comes after `other` in the same source, as far as the texts in the keys are plain: ids and places are.
 */
function isAfter(one: readonly KeyValue[], other: readonly KeyValue[]): boolean {
  const place = one.findIndex((value, index) => value !== other[index])
  const [value, than] = [one[place], other[place]]
  return value !== undefined && than !== undefined && typeof value === typeof than && value > than
}

/** The highest row number of a table, from it or from one of its indexes; null when none reveals it. */
export function lastNumberOf(database: ReadableDatabase, table: string): number | null {
  const indexes =
    readOrNull(() =>
      database.query<{ name: string }>('SELECT name FROM pragma_index_list(?) WHERE partial = 0').all(table),
    ) ?? []
  const sources = ['', ...indexes.map(({ name }) => `INDEXED BY ${name}`)]
  const numbers = sources.flatMap((source) => {
    const row = readOrNull(() =>
      database.query<{ last: number | null }>(`SELECT max(rowid) AS last FROM ${table} ${source}`).get(),
    )
    return row === null || row === undefined ? [] : [row.last ?? 0]
  })
  return numbers.length === 0 ? null : Math.max(...numbers)
}

/** The result of `read`, or null when the file is damaged. Disk errors are thrown. */
export function readOrNull<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (isStoreFailure(error) && error.code === 'STORE_FULL') throw error
    return null
  }
}

/** Reads fewer rows at a time where many are unreadable, so that those before the damage are still returned. */
function readSome(read: (limit: number) => RawRow[]): RawRow[] | null {
  for (const limit of [rowsPerRead, rowsPerRead / 10, 1]) {
    const rows = readOrNull(() => read(limit))
    if (rows !== null) return rows
  }
  return null
}
