import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { systemClock } from '../../../base/clock'
import {
  openDatabase,
  openReadOnly,
  type ReadableDatabase,
  type ReadOnlyDatabase,
  type WritableDatabase,
} from '../../database/database'

/** Raised whenever the tables or what is in them change: an index of another version is built again. */
const version = 1

/** As in the search of chats: the index gets words that are already folded. */
const byWords = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"

const options = { clock: systemClock, onSlowStatement: () => {}, newestVersion: Number.MAX_SAFE_INTEGER }

/**
 * Opens the index of a project for its only writer, and creates it if there is none.
 * @throws STORE_FULL, STORE_DAMAGED
 */
export function openIndex(file: string): WritableDatabase {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return openNew(file)
}

/**
 * Opens the index beside its writer, as it is now: a file that is being written again must not be read in part. Null if
 * there is no index yet.
 * @throws STORE_DAMAGED
 */
export function readIndex(file: string): ReadOnlyDatabase | null {
  if (!existsSync(file)) return null
  const database = openReadOnly(file, options)
  try {
    database.beginReadTransaction()
    if (versionOf(database) === version) return database
  } catch (error) {
    database.close()
    throw error
  }
  database.close()
  return null
}

/** Returns the result of `read` for the index as it is now; null if there is no index yet. @throws STORE_DAMAGED */
export function withIndex<Result>(file: string, read: (database: ReadableDatabase) => Result): Result | null {
  const database = readIndex(file)
  if (database === null) return null
  try {
    return read(database)
  } finally {
    database.close()
  }
}

/** Removes everything in the folder of indexes that belongs to none of `files`, such as what a killed process left. */
export function removeOtherIndexes({ folder, files }: { folder: string; files: readonly string[] }): void {
  removeFiles(folder, (name) => !files.some((file) => belongsTo(file, name)))
}

/** Removes the index, and what its writer left beside it. */
export function removeIndex(file: string): void {
  removeFiles(dirname(file), (name) => belongsTo(file, name))
}

function removeFiles(folder: string, isUnneeded: (name: string) => boolean): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (isUnneeded(name)) rmSync(join(folder, name), { force: true })
  }
}

/** True if a file is an index, or something that SQLite keeps beside it. */
function belongsTo(index: string, name: string): boolean {
  return name === basename(index) || name.startsWith(`${basename(index)}-`)
}

function openNew(file: string): WritableDatabase {
  const database = openDatabase(file, options)
  try {
    const before = versionOf(database)
    if (before === version) return database
    if (before === 0) {
      database.transaction(() => create(database))
      return database
    }
  } catch (error) {
    database.close()
    throw error
  }
  database.close()
  removeIndex(file)
  return openNew(file)
}

function versionOf(database: Pick<ReadableDatabase, 'query'>): number {
  return database.query<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0
}

/** `stamp` identifies the state of a file on disk; `hash` is null until the file was read. */
function create(database: WritableDatabase): void {
  database.script(`
    CREATE TABLE sources (
      id      TEXT PRIMARY KEY NOT NULL,
      problem TEXT
    ) STRICT;
    CREATE TABLE files (
      id         INTEGER PRIMARY KEY,
      source_id  TEXT NOT NULL,
      path       TEXT NOT NULL,
      state      TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      stamp      TEXT NOT NULL,
      hash       TEXT,
      tokens     INTEGER NOT NULL,
      UNIQUE (source_id, path)
    ) STRICT;
    CREATE INDEX files_by_hash ON files (hash) WHERE hash IS NOT NULL;
    CREATE TABLE passages (
      id         INTEGER PRIMARY KEY,
      file_id    INTEGER NOT NULL,
      first_line INTEGER NOT NULL,
      last_line  INTEGER NOT NULL,
      tokens     INTEGER NOT NULL,
      text       TEXT NOT NULL
    ) STRICT;
    CREATE INDEX passages_of_file ON passages (file_id, id);
    CREATE VIRTUAL TABLE passage_search USING fts5 (
      text, path, content = '', contentless_delete = 1, tokenize = "${byWords}"
    );
    PRAGMA user_version = ${version};
  `)
}
