import { systemClock } from '../../base/clock'
import { sha256 } from '../../base/sha256'
import { openDatabase, type ReadableDatabase } from '../database/database'
import { migrate, migrations, newestVersion } from '../database/migrations/migrations'
import { damagedError } from '../database/store-errors'

/**
 * The {@link schemaDigest} of the newest version: a start recognises its schema without running every migration. A test
 * fails with the new value when a migration changes it.
 */
export const newestSchemaDigest = '1f5a830cfd39afd88d75760511a0e316e03afa0bf7579b79135e99949b454278'

/**
 * Checks that the schema is that of `version`. Otherwise a wrong version, a hole in the schema or one changed letter in
 * it would fail a migration or any statement without looking like damage.
 * @throws STORE_DAMAGED
 */
export function assertSchema(database: ReadableDatabase, version: number): void {
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
