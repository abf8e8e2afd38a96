import { closeSync, constants, copyFileSync, existsSync, openSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import {
  openReadOnly,
  type ReadableDatabase,
  type ReadOnlyDatabase,
  withReadOnly,
} from '../database/database'
import { newestVersion } from '../database/migrations/migrations'
import { messageNotFound, newerVersionError, sessionNotFound, storeError } from '../database/store-errors'
import { storeFiles } from '../database/store-files'
import { makeOwnedFolder, removeFolder, removeLeftoverFolders } from '../../base/files/owned-folder'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { Session } from '../../../shared/sessions/sessions'
import { ancestors, messageColumns, type MessageRow, toMessage } from '../messages/message-rows'
import { type SearchInput, type SearchResult, SessionSearch } from '../search/session-search'
import { untitledSession } from '../messages/title'

/**
 * Reads the store of a data folder that another Parley may be using. Writes nothing there and takes no lock; the file
 * itself is open only while it is read.
 */
export class StoreReader {
  readonly #dataFolder: string
  readonly #clock: Clock
  readonly #copiesFolder: string
  #copy: { copy: DatabaseCopy; stamp: string } | null = null

  /** `copiesFolder` is where a copy may be made. */
  constructor(dataFolder: string, clock: Clock, copiesFolder = tmpdir()) {
    this.#dataFolder = dataFolder
    this.#clock = clock
    this.#copiesFolder = copiesFolder
  }

  /**
   * The result of `work`, or `whenMissing` if there is no store.
   * @throws STORE_DAMAGED, also for a version that this Parley cannot read; STORE_FULL
   */
  read<Result>(whenMissing: Result, work: (database: ReadableDatabase) => Result): Result {
    const workIn = (database: ReadableDatabase) => (isEmpty(database) ? whenMissing : work(database))
    try {
      const copy = this.#copyToRead()
      if (copy === 'nothing') return whenMissing
      if (copy !== 'itself') return workIn(copy.database)
      const { database: file } = storeFiles(this.#dataFolder)
      return withReadOnly(file, workIn, this.#clock)
    } catch (error) {
      throw storeError(error)
    }
  }

  /** Removes any copy. */
  close(): void {
    const known = this.#copy
    this.#copy = null
    known?.copy.close()
  }

  /**
   * Reads the file itself if it has a log: then a Parley has it open, or was killed. Without a log even a reader would
   * create one, which would hide from the next start that one was lost; since nobody writes to the file then, a copy is
   * equivalent.
   */
  #copyToRead(): DatabaseCopy | 'itself' | 'nothing' {
    const { database } = storeFiles(this.#dataFolder)
    const hasLog = () => existsSync(`${database}-wal`)
    const stats = statSync(database, { throwIfNoEntry: false, bigint: true })
    const stamp = [stats?.dev, stats?.ino, stats?.size, stats?.mtimeNs].join(' ')
    if (!hasLog() && this.#copy?.stamp === stamp) return this.#copy.copy
    // The copy is outdated.
    this.close()
    if (hasLog()) return 'itself'
    if (stats === undefined || stats.size === 0n) return 'nothing'
    const copy = DatabaseCopy.of(database, this.#copiesFolder, this.#clock)
    if (hasLog()) {
      // A Parley has started, so the copy may contain half of a change.
      copy.close()
      return 'itself'
    }
    this.#copy = { copy, stamp }
    return copy
  }
}

/** @throws STORE_DAMAGED its version is newer or older than that of this Parley, which only the app can migrate */
function isEmpty(database: ReadableDatabase): boolean {
  const version = database.query<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0
  if (version > newestVersion) throw newerVersionError(version, newestVersion)
  if (version > 0 && version < newestVersion) throw failure('STORE_DAMAGED', 'older-version', { version })
  return version === 0
}

/**
 * The offset of the two header bytes that say whether a file has a write-ahead log.
 * @see https://www.sqlite.org/fileformat.html
 */
const logFlagAt = 18
const noLog = Buffer.from([1, 1])

/**
 * A private copy of a database, for reading only. Its file is removed as soon as it is open, so that nothing is left
 * however this process ends; on systems that keep open files, such as Windows, `close` removes it.
 */
export class DatabaseCopy {
  readonly database: ReadOnlyDatabase
  readonly #folder: string

  private constructor(database: ReadOnlyDatabase, folder: string) {
    this.database = database
    this.#folder = folder
  }

  /**
   * Copies the file into a new folder in `place`.
   * @throws the error of the file system or SQLite; nothing is left then
   */
  static of(file: string, place: string, clock: Clock): DatabaseCopy {
    removeLeftoverFolders(place)
    const folder = makeOwnedFolder('mcp', place)
    try {
      const path = join(folder, 'parley.db')
      copyFileSync(file, path, constants.COPYFILE_FICLONE)
      forgetLog(path)
      const copy = new DatabaseCopy(openReadOnly(path, { clock, onSlowStatement: () => {} }), folder)
      copy.#remove()
      return copy
    } catch (error) {
      removeFolder(folder)
      throw error
    }
  }

  close(): void {
    this.database.close()
    this.#remove()
  }

  #remove(): void {
    removeFolder(this.#folder)
  }
}

/** Otherwise a reader would create a log beside the file, which nobody could remove. */
function forgetLog(path: string): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, noLog, 0, noLog.length, logFlagAt)
  } finally {
    closeSync(file)
  }
}

/** A chat as seen by an external reader. */
export type ReadSession = Pick<Session, 'id' | 'title' | 'model' | 'workspace' | 'createdAt' | 'updatedAt'>

type ReadRow = Omit<ReadSession, 'title'> & { title: string | null; leafId: MessageId | null }

/**
 * Reads the chats of a data folder that another Parley may be using. Every call may throw STORE_DAMAGED, with
 * `data.reason` `newer-version` when only a newer Parley can read it, and STORE_FULL.
 */
export class SessionReader {
  readonly #store: StoreReader
  readonly #clock: Clock

  constructor(store: StoreReader, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** Finds nothing when there is no store. */
  search(input: Omit<SearchInput, 'now'>): SearchResult {
    const nothing: SearchResult = { hits: [], hasMore: false, problems: [] }
    return this.#store.read(nothing, (database) =>
      new SessionSearch(database).search({ ...input, now: this.#clock.now() }),
    )
  }

  /** Chats by last change, newest first. */
  newest(limit: number): ReadSession[] {
    return this.#store.read<ReadSession[]>([], (database) =>
      database
        .query<ReadRow>(
          `${sessionColumns} WHERE kind = 'chat' AND state = 'ready' AND deleted_at IS NULL AND archived = 0
           ORDER BY updated_at DESC, id DESC LIMIT ?`,
        )
        .all(limit)
        .map(toReadSession),
    )
  }

  /**
   * The newest visible messages of the path, or those before `before`; oldest first.
   * @throws NOT_FOUND the session does not exist, its contestant is hidden, or the message is not on its path
   */
  page(input: { sessionId: SessionId; limit: number; before: MessageId | null }): {
    session: ReadSession
    messages: Message[]
    hasMore: boolean
  } {
    const { sessionId, limit, before } = input
    const page = this.#store.read(null, (database) => {
      const row = database
        .query<ReadRow>(`${sessionColumns} WHERE id = ? AND state = 'ready' AND deleted_at IS NULL`)
        .get(sessionId)
      if (row === undefined) return null
      const { leafId } = row
      const rows = leafId === null ? [] : pathRows(database, { leafId, before, limit: limit + 1 })
      if (before !== null && (leafId === null || !isOnPath(database, leafId, before))) {
        throw messageNotFound(before)
      }
      return {
        session: toReadSession(row),
        messages: rows.slice(0, limit).toReversed().map(toMessage),
        hasMore: rows.length > limit,
      }
    })
    if (page === null) throw sessionNotFound(sessionId)
    return page
  }
}

const sessionColumns = `SELECT id, title, model, workspace, created_at AS createdAt, updated_at AS updatedAt,
  leaf_id AS leafId FROM sessions`

function toReadSession({ leafId: _leafId, title, ...rest }: ReadRow): ReadSession {
  return { ...rest, title: title ?? untitledSession }
}

/** Newest first. */
function pathRows(
  database: ReadableDatabase,
  input: { leafId: MessageId; before: MessageId | null; limit: number },
): MessageRow[] {
  return database
    .query<MessageRow>(
      `${ancestors}
       SELECT ${messageColumns} FROM path CROSS JOIN messages USING (number)
       WHERE hidden = 0
         AND (:before IS NULL OR at < (SELECT depth FROM messages AS named WHERE named.id = :before))
       ORDER BY at DESC LIMIT :limit`,
    )
    .all({ from: input.leafId, fromDepth: 0, before: input.before, limit: input.limit })
}

function isOnPath(database: ReadableDatabase, leafId: MessageId, id: MessageId): boolean {
  return (
    database
      .query<{ id: MessageId }>(
        `${ancestors} SELECT id FROM path CROSS JOIN messages USING (number) WHERE id = :id`,
      )
      .get({ from: leafId, fromDepth: 0, id }) !== undefined
  )
}
