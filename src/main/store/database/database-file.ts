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
