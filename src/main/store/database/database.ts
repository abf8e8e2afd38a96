import { existsSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'

import type { ParleyError } from '../../../shared/errors'
import { type Clock, systemClock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'
import type { CommitCounter } from './commit-counter'
import {
  isSearchedLater,
  searchNames,
  searchReasoning,
  searchText,
  searchTitle,
} from '../tokenizer/index-text'
import { lockTimeoutMs, makePrivate } from './database-file'
import { isRowVersion, RowClock } from './row-clock'
import { isStoreFailure, newerVersionError, storeError } from './store-errors'

/** Slower statements are reported. */
const slowStatementMs = 40
/** Pages of 4 kB in the log at which a writer checkpoints it. */
const autoCheckpointPages = 8_000
/** A log that has grown, as by an import, is truncated to this: below what upkeep considers long. */
const keptLogBytes = 2 * 1024 * 1024

type SqlValue = string | number | null
/** One value per `?`, or one record for all `:name`. */
type SqlParameter = SqlValue | Readonly<Record<string, SqlValue>>

/** A prepared statement that only reads. */
interface Query<Row> {
  get(...parameters: SqlParameter[]): Row | undefined
  all(...parameters: SqlParameter[]): Row[]
}

/** A prepared statement that writes. */
export interface Command {
  /** Returns the number of changed rows. */
  run(...parameters: SqlParameter[]): number
}

declare const readable: unique symbol
declare const writable: unique symbol

/**
 * A readable database. Every call throws ParleyError STORE_FULL when the disk is full or fails, and STORE_DAMAGED when
 * the file is damaged.
 */
export interface ReadableDatabase {
  readonly [readable]: true
  /** Prepares a statement for repeated use. `Row` must match the statement's columns. */
  query<Row>(sql: string): Query<Row>
}

type CountedBy = Pick<CommitCounter, 'next' | 'committed' | 'flushed'>

/** A writable database: the only handle of the only writer. */
export interface WritableDatabase extends ReadableDatabase {
  readonly [writable]: true
  /** Gives changed parts of rows their versions. */
  readonly versions: RowClock
  command(sql: string): Command
  /** Runs several statements, for migrations. */
  script(sql: string): void
  /**
   * Runs `work` atomically: if it throws, nothing is kept. Transactions can be nested. Committed changes survive a
   * power cut from the moment this returns.
   */
  transaction<Result>(work: () => Result): Result
  /**
   * Runs `work` without waiting for the disk: its changes survive the end of the process, but a power cut may undo
   * them, though never partially. Inside a transaction it changes nothing.
   */
  relaxed<Result>(work: () => Result): Result
  /** Runs `work`, and overwrites in the file what it deletes or replaces. */
  erasing<Result>(work: () => Result): Result
  /** Runs `work`; messages that it adds are found by a search once the thread has indexed them. */
  indexedLater<Result>(work: () => Result): Result
  /** Waits for the disk: afterwards, earlier relaxed changes survive a power cut, too. @throws STORE_FULL */
  flush(): void
  /** Rewrites existing content to check that the store is writable. @throws STORE_FULL, STORE_DAMAGED */
  assertWritable(): void
  /** Calls `listener` after each transaction that has changed something. */
  onCommitted(listener: () => void): Dispose
  /** Counts each commit, in the file and in `counter`. */
  countCommits(counter: CountedBy): void
  /** Marks the file as damaged, as another thread found: later writes are refused. */
  markDamaged(error: ParleyError): void
  /** Makes the file behave as on a full disk, or like a damaged one, until null, to test the app's reaction. */
  setFault(fault: StoreFault | null): void
  close(): void
}

/** A connection beside the writer's, for threads that only read. */
export interface ReadOnlyDatabase extends ReadableDatabase {
  /** Keeps reading the current state until the returned function is called; the write-ahead log grows in that time. */
  beginReadTransaction(): Dispose
  /** Writes a compact copy to `target`, which must not exist, for its owner only, and flushes it to disk. */
  copyTo(target: string): void
  close(): void
}

/** `full`: nothing can be written; `damaged`: nothing can be read either. */
type StoreFault = 'full' | 'damaged'

export interface DatabaseOptions {
  /** The newest schema version that this program knows. */
  newestVersion: number
  clock: Clock
  /** Called for each statement of more than 40 ms. `sql` contains no values. */
  onSlowStatement: (sql: string, durationMs: number) => void
  /** Called with every STORE_FULL and STORE_DAMAGED before it is thrown. */
  onFailure?: (error: ParleyError) => void
  /** Called once, with the first error that shows that the file itself is damaged; later writes are refused. */
  onDamage?: (error: ParleyError) => void
}

/** Loads the native code ahead of the first file. */
export function loadSqlite(): void {
  new BetterSqlite3(':memory:').close()
}

/**
 * Opens or creates `file`. A file of a newer program is refused before anything is written.
 * @throws STORE_DAMAGED not a database, damaged, or from a newer program (`data.reason` is `newer-version`)
 */
export function openDatabase(file: string, options: DatabaseOptions): WritableDatabase {
  try {
    const version = versionOf(file)
    if (version > options.newestVersion) throw newerVersionError(version, options.newestVersion)
    makePrivate(file)
    return writableOver(new BetterSqlite3(file, { timeout: lockTimeoutMs }), options)
  } catch (error) {
    throw storeError(error)
  }
}

/** The writable database over a connection, which it configures and closes; it also closes it if it throws. */
export function writableOver(connection: BetterSqlite3.Database, options: DatabaseOptions): WritableDatabase {
  try {
    configure(connection)
    return new SqliteDatabase(connection, options)
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Opens `file`, which its one writer has open and migrated, for reading only. @throws STORE_DAMAGED */
export function openReadOnly(
  file: string,
  options: Pick<DatabaseOptions, 'clock' | 'onSlowStatement'>,
): ReadOnlyDatabase {
  let connection: BetterSqlite3.Database | undefined
  try {
    connection = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: lockTimeoutMs })
    // SQLite looks into the file only now. On Windows, nobody could replace a damaged one while it is open.
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
    return new SqliteDatabase(connection, options)
  } catch (error) {
    connection?.close()
    throw storeError(error)
  }
}

/** @see docs/decisions/2026-11-21-durability.md */
function configure(connection: BetterSqlite3.Database): void {
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  // A thread checkpoints the log; a writer does so only when that thread has not for long.
  connection.pragma(`wal_autocheckpoint = ${autoCheckpointPages}`)
  connection.pragma(`journal_size_limit = ${keptLogBytes}`)
  connection.pragma('cache_size = -16000')
  // What a savepoint would restore stays out of files: each row that arrives has one.
  connection.pragma('temp_store = MEMORY')
  // Without memory mapping, a disk error fails a read instead of crashing the process.
  connection.pragma('mmap_size = 0')
  connection.pragma('cell_size_check = ON')
  connection.pragma('foreign_keys = ON')
}

const textFunctions = {
  fold_case: foldCase,
  search_title: searchTitle,
  search_text: searchText,
  search_reasoning: searchReasoning,
  search_names: searchNames,
  search_later: isSearchedLater,
}

/** The functions called by statements and triggers of the file. While `isLate`, added messages are left to the thread. */
function addTextFunctions(connection: BetterSqlite3.Database, isLate: () => boolean): void {
  for (const [name, work] of Object.entries(textFunctions)) {
    connection.function(name, { deterministic: true }, ofText<string | number>(work))
  }
  connection.function('is_indexed_later', () => Number(isLate()))
}

/** Null for anything but a text. */
function ofText<Result>(work: (text: string) => Result): (text: unknown) => Result | null {
  return (text) => (typeof text === 'string' ? work(text) : null)
}

/** The functions called by the triggers that give changes their versions. */
function addVersionFunctions(connection: BetterSqlite3.Database, versions: RowClock): void {
  connection.function('is_versioning', () => Number(versions.isVersioning))
  connection.function('next_version', (device: unknown, newest: unknown) =>
    versions.next(String(device), isRowVersion(newest) ? newest : null),
  )
}

/** Uses a read-only connection, so that a refused file stays byte for byte as it was. */
function versionOf(file: string): number {
  if (!existsSync(file)) return 0
  const connection = new BetterSqlite3(file, { readonly: true, fileMustExist: true })
  try {
    return Number(connection.pragma('user_version', { simple: true }))
  } finally {
    connection.close()
  }
}

/** A statement is prepared when it is first used: preparing all of them would be a third of what a start costs main. */
function once<Statement>(prepare: () => Statement): () => Statement {
  let statement: Statement | undefined
  return () => (statement ??= prepare())
}

class SqliteDatabase implements WritableDatabase, ReadOnlyDatabase {
  declare readonly [readable]: true
  declare readonly [writable]: true
  readonly versions: RowClock
  readonly #connection: BetterSqlite3.Database
  readonly #clock: Clock
  readonly #onSlowStatement: DatabaseOptions['onSlowStatement']
  readonly #onFailure: (error: ParleyError) => void
  readonly #onDamage: (error: ParleyError) => void
  #fault: StoreFault | null = null
  #damage: ParleyError | null = null
  #isRelaxed = false
  #isIndexingLate = false
  #counter: CountedBy | null = null
  readonly #changed = new Emitter<void>()
  /** Rows that this connection has changed, and scripts that it has run. */
  #changeCount = 0
  /** Made once, because making one takes about as long as a small write. */
  readonly #inTransaction

  constructor(connection: BetterSqlite3.Database, options: Omit<DatabaseOptions, 'newestVersion'>) {
    this.#connection = connection
    this.#clock = options.clock
    this.#onSlowStatement = options.onSlowStatement
    this.#onFailure = options.onFailure ?? (() => {})
    this.#onDamage = options.onDamage ?? (() => {})
    this.versions = new RowClock(options.clock)
    addTextFunctions(connection, () => this.#isIndexingLate)
    if (!connection.readonly) addVersionFunctions(connection, this.versions)
    const transaction = connection.transaction((work: () => unknown) => work())
    this.#inTransaction = (work: () => unknown) => transaction.immediate(work)
  }

  query<Row>(sql: string): Query<Row> {
    const statement = once(() => this.#connection.prepare<SqlParameter[], Row>(sql))
    return {
      get: (...parameters) => this.#timed(sql, () => this.#read(() => statement().get(...parameters))),
      all: (...parameters) => this.#timed(sql, () => this.#read(() => statement().all(...parameters))),
    }
  }

  command(sql: string): Command {
    const statement = once(() => this.#connection.prepare<SqlParameter[]>(sql))
    return {
      run: (...parameters) =>
        this.#timed(sql, () =>
          this.#announced(() =>
            this.#inCountedTransaction(() => {
              const { changes } = this.#write(() => statement().run(...parameters))
              this.#changeCount += changes
              return changes
            }),
          ),
        ),
    }
  }

  script(sql: string): void {
    this.#timed(sql, () => this.#write(() => this.#connection.exec(sql)))
    this.#changeCount += 1
  }

  transaction<Result>(work: () => Result): Result {
    let workedAt = 0
    const result = this.#guard(() =>
      this.#announced(() =>
        this.#committed(() => {
          const value = work()
          workedAt = this.#clock.monotonic()
          return value
        }),
      ),
    )
    this.#reportIfSlow('COMMIT', workedAt)
    return result
  }

  onCommitted(listener: () => void): Dispose {
    return this.#changed.on(listener)
  }

  countCommits(counter: CountedBy): void {
    this.#counter = counter
  }

  erasing<Result>(work: () => Result): Result {
    this.#connection.pragma('secure_delete = ON')
    try {
      return work()
    } finally {
      this.#connection.pragma('secure_delete = OFF')
    }
  }

  relaxed<Result>(work: () => Result): Result {
    if (this.#connection.inTransaction) return work()
    this.#connection.pragma('synchronous = NORMAL')
    this.#isRelaxed = true
    try {
      return work()
    } finally {
      this.#isRelaxed = false
      this.#connection.pragma('synchronous = FULL')
    }
  }

  indexedLater<Result>(work: () => Result): Result {
    const before = this.#isIndexingLate
    this.#isIndexingLate = true
    try {
      return work()
    } finally {
      this.#isIndexingLate = before
    }
  }

  flush(): void {
    // The log is written in order, so waiting for its last write waits for all.
    const version = this.#guard(() => this.#connection.pragma('user_version', { simple: true }))
    this.script(`PRAGMA user_version = ${Number(version)}`)
    if (!this.#isRelaxed && !this.#connection.inTransaction) this.#counter?.flushed()
  }

  assertWritable(): void {
    // Every write touches the page with the number that this writes first.
    this.relaxed(() => this.flush())
  }

  markDamaged(error: ParleyError): void {
    // A simulated fault is not real damage, and ends when it is cleared.
    if (this.#damage === null && this.#fault === null) {
      this.#damage = error
      this.#onDamage(error)
    }
    this.#onFailure(error)
  }

  setFault(fault: StoreFault | null): void {
    this.#fault = fault
  }

  beginReadTransaction(): Dispose {
    this.#guard(() => this.#connection.exec('BEGIN'))
    return () => this.#guard(() => this.#connection.exec('COMMIT'))
  }

  copyTo(target: string): void {
    makePrivate(target)
    this.#guard(() => this.#connection.prepare('VACUUM INTO ?').run(target))
  }

  close(): void {
    this.#guard(() => this.#connection.close())
  }

  #announced<Result>(work: () => Result): Result {
    const isInner = this.#connection.inTransaction
    const before = this.#changeCount
    const result = work()
    if (!isInner && this.#changeCount !== before) this.#changed.fire()
    return result
  }

  /** One statement is a transaction, with the number of its commit if there is a counter. */
  #inCountedTransaction<Result>(work: () => Result): Result {
    return this.#counter === null || this.#connection.inTransaction ? work() : this.#committed(work)
  }

  #committed<Result>(work: () => Result): Result {
    const counter = this.#connection.inTransaction ? null : this.#counter
    const before = this.#changeCount
    let isCounted = false
    const result = this.#inTransaction(() => {
      const value = work()
      // A transaction without changes needs no commit.
      isCounted = counter !== null && this.#changeCount !== before
      if (isCounted) this.#connection.exec(`PRAGMA application_id = ${counter?.next}`)
      return value
    }) as Result
    if (isCounted) {
      counter?.committed()
      if (!this.#isRelaxed) counter?.flushed()
    }
    return result
  }

  #timed<Result>(sql: string, work: () => Result): Result {
    const startedAt = this.#clock.monotonic()
    try {
      return this.#guard(work)
    } finally {
      this.#reportIfSlow(sql, startedAt)
    }
  }

  #reportIfSlow(sql: string, startedAt: number): void {
    const durationMs = this.#clock.monotonic() - startedAt
    if (durationMs > slowStatementMs) this.#onSlowStatement(sql, durationMs)
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      const known = storeError(error)
      // A statement's error reaches its transaction again, already converted.
      if (known !== error && isStoreFailure(known)) this.#failed(known)
      throw known
    }
  }

  #failed(error: ParleyError): void {
    if (error.code === 'STORE_DAMAGED') this.markDamaged(error)
    else this.#onFailure(error)
  }

  #read<Result>(work: () => Result): Result {
    if (this.#fault === 'damaged') {
      throw new BetterSqlite3.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT')
    }
    return work()
  }

  #write<Result>(work: () => Result): Result {
    if (this.#fault === 'full') {
      throw new BetterSqlite3.SqliteError('database or disk is full', 'SQLITE_FULL')
    }
    // With one page damaged, a write could overwrite other rows.
    if (this.#damage !== null) throw this.#damage
    return this.#read(work)
  }
}

/** Opens `file` for reading, does `work` and closes it. Slow statements are not reported. @throws STORE_DAMAGED */
export function withReadOnly<Result>(
  file: string,
  work: (database: ReadOnlyDatabase) => Result,
  clock: Clock = systemClock,
): Result {
  const database = openReadOnly(file, { clock, onSlowStatement: () => {} })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Folds `text` for comparisons that ignore case, also beyond ASCII. The SQL function `fold_case` is this. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
