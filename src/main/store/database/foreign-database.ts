import BetterSqlite3 from 'better-sqlite3'

/** The format numbers of a file with a write-ahead log, and where they are in the header. */
const header = { text: 'SQLite format 3\0', bytes: 20, formatsAt: 18, withoutLog: 1 } as const

/** A database of another program, which may be hostile. Its tables are only read. */
export interface ForeignDatabase {
  /**
   * The columns of an ordinary table; empty for anything that computes its rows or columns, such as a view, since that
   * may never end.
   */
  columnsOf(table: string): ReadonlySet<string>
  /** Prepares a statement for repeated use. */
  query<Row>(sql: string): {
    all: () => Row[]
    get: (...parameters: (string | number)[]) => Row | undefined
  }
  close(): void
}

/**
 * Prepares the first bytes of a database for `openForeignDatabase`: it needs no write-ahead log, which is missing in a
 * copy. Null if it is not a database, or an encrypted one.
 * @see https://www.sqlite.org/fileformat2.html 1.3 for the header
 */
export function withoutLog(start: Uint8Array): Uint8Array | null {
  const isDatabase =
    start.length >= header.bytes && Buffer.from(start).toString('latin1').startsWith(header.text)
  if (!isDatabase) return null
  const copy = Uint8Array.from(start)
  copy.fill(header.withoutLog, header.formatsAt, header.bytes)
  return copy
}

/** Opens a copy of another program's database. @throws Error it is damaged or not a database */
export function openForeignDatabase(file: string): ForeignDatabase {
  const connection = new BetterSqlite3(file, { readonly: true, fileMustExist: true })
  try {
    connection.pragma('trusted_schema = OFF')
    connection.pragma('cell_size_check = ON')
    connection.pragma('mmap_size = 0')
    // The check below would run the expressions in them.
    connection.pragma('ignore_check_constraints = ON')
    // In a damaged file, pages that lead to one another could be read for ever.
    const problem = connection.pragma('quick_check(1)', { simple: true })
    if (problem !== 'ok') throw new Error(`the database is damaged: ${String(problem)}`)
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    columnsOf(table) {
      const kind = connection
        .prepare<[string], { kind: string }>(
          "SELECT type AS kind FROM pragma_table_list(?) WHERE schema = 'main'",
        )
        .get(table)?.kind
      if (kind !== 'table') return new Set()
      const columns = connection
        .prepare<[string], { name: string; hidden: number }>('SELECT name, hidden FROM pragma_table_xinfo(?)')
        .all(table)
      return new Set(columns.every(({ hidden }) => hidden === 0) ? columns.map(({ name }) => name) : [])
    },
    query<Row>(sql: string) {
      const statement = connection.prepare<(string | number)[], Row>(sql)
      return { all: () => statement.all(), get: (...parameters) => statement.get(...parameters) }
    },
    close: () => connection.close(),
  }
}
