import { closeSync, existsSync, openSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'

import type { Dispose } from '../../base/dispose'
import { storeError } from './store-errors'

/** The longest wait for a lock. Only another program could hold one: Parley has one writer. */
export const lockTimeoutMs = 1_000

/** Creates the file, for its owner only, unless it exists: SQLite would make it and its log readable by everyone. */
export function makePrivate(file: string): void {
  if (file === ':memory:' || existsSync(file)) return
  try {
    closeSync(openSync(file, 'a', 0o600))
  } catch {
    // SQLite gets the same error, which is then reported.
  }
}

/** Checkpoints the write-ahead log of `file` as far as readers allow, without blocking its writer. */
export function checkpointLog(file: string): void {
  try {
    const connection = new BetterSqlite3(file, { fileMustExist: true, timeout: lockTimeoutMs })
    try {
      connection.pragma('wal_checkpoint(PASSIVE)')
    } finally {
      connection.close()
    }
  } catch (error) {
    throw storeError(error)
  }
}

/**
 * Rolls back what a process left unfinished that died while it created `file`, before there was a write-ahead log. A
 * read-only connection refuses such a file.
 */
export function rollBackJournal(file: string): void {
  if (!existsSync(file) || !existsSync(`${file}-journal`)) return
  try {
    const connection = new BetterSqlite3(file, { fileMustExist: true, timeout: lockTimeoutMs })
    try {
      connection.pragma('user_version')
    } finally {
      connection.close()
    }
  } catch (error) {
    throw storeError(error)
  }
}

/** Keeps held locks referenced: the garbage collector would close and so release them. */
const heldLocks = new Set<BetterSqlite3.Database>()

/**
 * Locks `file`, which contains nothing else, for this process; null when another holds it. The operating system
 * releases the lock when the process ends for any reason. Nothing else may open `file`: closing it would release the
 * lock too.
 */
export function lockFile(file: string): Dispose | null {
  let connection: BetterSqlite3.Database | null = null
  try {
    makePrivate(file)
    connection = new BetterSqlite3(file, { timeout: 0 })
    // In memory, because a killed owner would leave a journal behind on disk.
    connection.pragma('journal_mode = MEMORY')
    connection.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    connection?.close()
    if (error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null
    throw storeError(error)
  }
  const held = connection
  heldLocks.add(held)
  return () => {
    if (heldLocks.delete(held)) held.close()
  }
}

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
