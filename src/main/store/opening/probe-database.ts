import { closeSync, openSync, readSync } from 'node:fs'

import { systemClock } from '../../base/clock'
import { openDatabase, type ReadableDatabase } from '../database/database'
import { withReadOnly } from '../database/with-read-only'
import { migrate, migrations, newestVersion } from '../database/migrations/migrations'
import { damagedError, newerVersionError } from '../database/store-errors'

/** A version this far above the newest is damage, not a version. */
const plausibleVersionsAhead = 1_000

const quiet = { clock: systemClock, onSlowStatement: () => {} }

/**
 * Checks, without writing, whether a file can be opened and used: its schema matches its version, and each table begins
 * and ends where it should. Returns the number of the newest snapshot recorded in it.
 * @throws STORE_DAMAGED; `data.reason` is `newer-version` for one that only a newer Parley can read
 */
export function probeDatabase(file: string): { version: number; snapshotNumber: number } {
  assertHeader(file)
  return withReadOnly(file, (database) => {
    const version = numberOf(database, 'PRAGMA user_version', 'user_version')
    if (version > newestVersion) {
      if (version <= newestVersion + plausibleVersionsAhead) throw newerVersionError(version, newestVersion)
      throw damagedError(new Error(`implausible schema version ${version}`))
    }
    assertSchema(database, version)
    if (version === 0) return { version, snapshotNumber: 0 }
    for (const table of ['sessions', 'messages', 'runs', 'comparisons', 'panes']) {
      numberOf(database, `SELECT min(rowid) AS first FROM ${table}`, 'first')
      numberOf(database, `SELECT max(rowid) AS last FROM ${table}`, 'last')
    }
    const snapshotNumber =
      version === 1 ? 0 : numberOf(database, 'SELECT snapshot_number AS number FROM store_state', 'number')
    return { version, snapshotNumber }
  })
}

/** Catches headers that SQLite would treat as read-only files and refuse as such. */
function assertHeader(file: string): void {
  const header = Buffer.alloc(20)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, header, 0, header.length, 0)
  } finally {
    closeSync(handle)
  }
  const [writeVersion = 0, readVersion = 0] = header.subarray(18)
  const isKnown = [writeVersion, readVersion].every((version) => version === 1 || version === 2)
  if (!isKnown) throw damagedError(new Error('the file format is unknown'))
}

/**
 * Otherwise a wrong version, a hole in the schema or one changed letter in it would fail a migration or any statement
 * without looking like damage.
 */
function assertSchema(database: ReadableDatabase, version: number): void {
  const expected = openDatabase(':memory:', { ...quiet, newestVersion })
  try {
    migrate(
      expected,
      migrations.filter((step) => step.version <= version),
    )
    const wanted = schemaOf(expected)
    const found = schemaOf(database)
    for (const [object, sql] of wanted) {
      if (found.get(object) !== sql)
        throw damagedError(new Error(`${object} is missing from the schema or differs`))
    }
    for (const object of found.keys()) {
      const isIndex = object.startsWith('index ')
      if (!isIndex && !wanted.has(object)) throw damagedError(new Error(`unexpected ${object} in the schema`))
    }
  } finally {
    expected.close()
  }
}

function schemaOf(database: ReadableDatabase): Map<string, string> {
  const objects = database
    .query<{ type: string; name: string; sql: string | null }>('SELECT type, name, sql FROM sqlite_schema')
    .all()
  return new Map(
    objects
      // SQLite adds its own tables, such as statistics.
      .filter(({ type, name }) => type === 'index' || !name.startsWith('sqlite_'))
      .map(({ type, name, sql }) => [`${type} ${name}`, sql ?? '']),
  )
}

function numberOf(database: ReadableDatabase, sql: string, column: string): number {
  return Number(database.query<Record<string, unknown>>(sql).get()?.[column] ?? 0)
}
