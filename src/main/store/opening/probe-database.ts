import { closeSync, openSync, readSync } from 'node:fs'

import { openDatabase, type ReadableDatabase, withReadOnly } from '../database/database'
import { migrate, migrations, newestVersion } from '../database/migrations/migrations'
import { damagedError, newerVersionError } from '../database/store-errors'
import { systemClock } from '../../base/clock'
import { sha256 } from '../../base/sha256'

/** A version this far above the newest is damage, not a version. */
const plausibleVersionsAhead = 1_000

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

function numberOf(database: ReadableDatabase, sql: string, column: string): number {
  return Number(database.query<Record<string, unknown>>(sql).get()?.[column] ?? 0)
}

/**
 * The {@link schemaDigest} of the newest version: a start recognises its schema without running every migration. A test
 * fails with the new value when a migration changes it.
 */
export const newestSchemaDigest = 'fe43e8b3f58811aeab4234eae96fd75fc9456941877c931f5b39e0d708bedc5e'

/**
 * Checks that the schema is that of `version`. Otherwise a wrong version, a hole in the schema or one changed letter in
 * it would fail a migration or any statement without looking like damage.
 * @throws STORE_DAMAGED
 */
function assertSchema(database: ReadableDatabase, version: number): void {
  const found = schemaOf(database)
  if (version === newestVersion && schemaDigest(found) === newestSchemaDigest) return
  const wanted = migratedSchema(version)
  for (const [object, sql] of wanted) {
    if (found.get(object) !== sql)
      throw damagedError(new Error(`${object} is missing from the schema or differs`))
  }
  for (const object of found.keys()) {
    const isIndex = object.startsWith('index ')
    if (!isIndex && !wanted.has(object)) throw damagedError(new Error(`unexpected ${object} in the schema`))
  }
}

/** The schema of an empty store after the migrations up to `version`: the SQL of each object by its type and name. */
export function migratedSchema(version: number): Map<string, string> {
  const database = openDatabase(':memory:', { clock: systemClock, onSlowStatement: () => {}, newestVersion })
  try {
    migrate(
      database,
      migrations.filter((step) => step.version <= version),
    )
    return schemaOf(database)
  } finally {
    database.close()
  }
}

/** SHA-256, as hexadecimal digits. */
export function schemaDigest(schema: ReadonlyMap<string, string>): string {
  const objects = [...schema].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify(objects))
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
