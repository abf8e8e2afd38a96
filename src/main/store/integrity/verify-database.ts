import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

import { type ReadableDatabase, withReadOnly } from '../database/database'
import { damagedError } from '../database/store-errors'

/** The content of a verified database. */
export interface DatabaseContent {
  version: number
  /** Chats that are not in the trash. */
  sessionCount: number
  messageCount: number
}

const pieceBytes = 1024 * 1024
/** Rows whose JSON is checked per batch. */
const rowsPerLook = 500

/**
 * Reads and checks every page of a database that is not being written, its references and its JSON.
 * @throws STORE_DAMAGED
 */
export function verifyDatabase(file: string): DatabaseContent {
  return withReadOnly(file, (database) => {
    assertIntact(database, 'integrity_check')
    assertReferences(database)
    assertReadable(database)
    return contentOf(database)
  })
}

/**
 * Like `verifyDatabase`, for a database in use. Unless `isThorough`, skips comparing indexes with their tables and following
 * references, which is much faster.
 * @throws STORE_DAMAGED
 */
export function checkDatabase(file: string, { isThorough }: { isThorough: boolean }): void {
  withReadOnly(file, (database) => {
    assertIntact(database, isThorough ? 'integrity_check' : 'quick_check')
    if (isThorough) assertReferences(database)
    assertReadable(database)
  })
}

/** The hash of a whole file, in hex. */
export function sha256Of(file: string): string {
  const hash = createHash('sha256')
  const handle = openSync(file, 'r')
  try {
    const piece = Buffer.allocUnsafe(pieceBytes)
    for (;;) {
      const length = readSync(handle, piece, 0, pieceBytes, null)
      if (length === 0) return hash.digest('hex')
      hash.update(piece.subarray(0, length))
    }
  } finally {
    closeSync(handle)
  }
}

function assertIntact(database: ReadableDatabase, check: 'integrity_check' | 'quick_check'): void {
  const [first] = database.query<Record<string, string>>(`PRAGMA ${check}(1)`).all()
  const verdict = first === undefined ? 'no answer' : Object.values(first)[0]
  if (verdict !== 'ok') throw damagedError(new Error(`${check}: ${verdict}`))
}

function assertReferences(database: ReadableDatabase): void {
  const [dangling] = database.query<{ table: string }>('PRAGMA foreign_key_check').all()
  if (dangling !== undefined)
    throw damagedError(new Error(`a row of ${dangling.table} refers to a missing row`))
}

/** SQLite's own JSON check is faster but rejects some of what Parley wrote, so rejected rows are checked again. */
function assertReadable(database: ReadableDatabase): void {
  const doubtful = database.query<{ number: number; parts: string }>(`
    SELECT rowid AS number, parts FROM messages WHERE rowid > ? AND NOT json_valid(parts)
    ORDER BY rowid LIMIT ${rowsPerLook}`)
  let after = -1
  for (;;) {
    const rows = doubtful.all(after)
    for (const { number, parts } of rows) {
      after = number
      try {
        JSON.parse(parts)
      } catch (error) {
        throw damagedError(error)
      }
    }
    if (rows.length < rowsPerLook) return
  }
}

function contentOf(database: ReadableDatabase): DatabaseContent {
  const row = database
    .query<{ version: number; sessions: number; messages: number }>(
      `SELECT (SELECT user_version FROM pragma_user_version) AS version,
        (SELECT count(*) FROM sessions WHERE kind = 'chat' AND deleted_at IS NULL) AS sessions,
        (SELECT count(*) FROM messages) AS messages`,
    )
    .get()
  return {
    version: row?.version ?? 0,
    sessionCount: row?.sessions ?? 0,
    messageCount: row?.messages ?? 0,
  }
}
