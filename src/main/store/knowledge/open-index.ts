import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { systemClock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import {
  openDatabase,
  openReadOnly,
  type ReadableDatabase,
  type ReadOnlyDatabase,
  type WritableDatabase,
} from '../database/database'
import {
  type KnowledgeFile,
  type KnowledgeFileState,
  knowledgeLimits,
  type KnowledgeProblem,
} from '../../../shared/knowledge/knowledge'

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

/** Kept open between questions, with the pages that SQLite has read. An index that is built again is another file. */
let kept: { file: string; inode: bigint; database: ReadOnlyDatabase } | null = null

/**
 * Reads the index beside its writer, as it is now, until `release`: a file that is being written again must not be read
 * in part. Null if there is no index yet.
 * @throws STORE_DAMAGED
 */
export function readIndex(file: string): { database: ReadableDatabase; release: Dispose } | null {
  const inode = statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
  if (kept?.file !== file || kept.inode !== inode) closeIndex()
  if (inode === undefined) return null
  kept ??= { file, inode, database: openReadOnly(file, options) }
  const { database } = kept
  const release = database.beginReadTransaction()
  if (versionOf(database) === version) return { database, release }
  release()
  return null
}

/** Returns the result of `read` for the index as it is now; null if there is no index yet. @throws STORE_DAMAGED */
export function withIndex<Result>(file: string, read: (database: ReadableDatabase) => Result): Result | null {
  try {
    const index = readIndex(file)
    if (index === null) return null
    const result = read(index.database)
    index.release()
    // On Windows, nobody could remove a file that is open.
    if (process.platform === 'win32') closeIndex()
    return result
  } catch (error) {
    // Opened again for the next question, in case it has recovered by then.
    closeIndex()
    throw error
  }
}

/** Closes the index that is kept open. */
export function closeIndex(): void {
  kept?.database.close()
  kept = null
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

/** The figures and the state of a source. */
export interface SourceStats {
  fileCount: number
  indexedCount: number
  sizeBytes: number
  tokens: number
  /** The state of its first file. */
  state: KnowledgeFileState | null
  problem: KnowledgeProblem | null
}

/** The content of an index, in numbers. */
export interface IndexStats {
  sources: { id: string; stats: SourceStats }[]
  /** Equal files count once. */
  tokens: number
}

/** Reads what the index of a project contains. */
export function statsOf(database: ReadableDatabase): IndexStats {
  const rows = database
    .query<{ id: string } & SourceStats>(`
      SELECT sources.id, problem, count(files.id) AS fileCount, min(state) AS state,
        coalesce(sum(state = 'indexed'), 0) AS indexedCount, coalesce(sum(size_bytes), 0) AS sizeBytes,
        coalesce(sum(CASE state WHEN 'indexed' THEN tokens END), 0) AS tokens
      FROM sources LEFT JOIN files ON files.source_id = sources.id GROUP BY sources.id`)
    .all()
  return { sources: rows.map(({ id, ...stats }) => ({ id, stats })), tokens: indexedTokens(database) }
}

/** About how many tokens all indexed files have; equal files count once. */
export function indexedTokens(database: ReadableDatabase): number {
  const sum = database.query<{ tokens: number | null }>(
    "SELECT sum(tokens) AS tokens FROM (SELECT DISTINCT hash, tokens FROM files WHERE state = 'indexed')",
  )
  return sum.get()?.tokens ?? 0
}

/** The statistics of the index in `file`; all zero if there is none. */
export function knowledgeStats({ file }: { file: string }): IndexStats {
  return withIndex(file, statsOf) ?? { sources: [], tokens: 0 }
}

/** A page of the files of a source: first those that cannot be read, then by path. */
export function knowledgeFiles({
  file,
  sourceId,
  offset,
}: {
  file: string
  sourceId: string
  offset: number
}): KnowledgeFile[] {
  const page = (database: ReadableDatabase) =>
    database
      .query<KnowledgeFile>(`
        SELECT path, size_bytes AS sizeBytes, tokens, state FROM files WHERE source_id = ?
        ORDER BY state = 'indexed', path LIMIT ${knowledgeLimits.page} OFFSET ?`)
      .all(sourceId, offset)
  return withIndex(file, page) ?? []
}

/** The text of an indexed file with this content, as much as a window shows; null if there is none. */
export function knowledgeText({
  file,
  hash,
}: {
  file: string
  hash: string
}): { text: string; isCut: boolean } | null {
  return withIndex(file, (database) => {
    const found = database
      .query<{ id: number }>("SELECT id FROM files WHERE hash = ? AND state = 'indexed' LIMIT 1")
      .get(hash)
    if (found === undefined) return null
    const passages = database.query<{ text: string }>(
      'SELECT text FROM passages WHERE file_id = ? ORDER BY id LIMIT 2000',
    )
    const whole = passages.all(found.id).map(({ text }) => text)
    const text = whole.join('')
    return {
      text: text.slice(0, knowledgeLimits.shownChars).toWellFormed(),
      isCut: text.length > knowledgeLimits.shownChars,
    }
  })
}
