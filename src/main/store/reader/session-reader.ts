import { existsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'

import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { Session } from '../../../shared/sessions/sessions'
import type { Clock } from '../../base/clock'
import type { ReadableDatabase } from '../database/database'
import { isNotHidden } from '../database/hidden-sessions'
import { withReadOnly } from '../database/with-read-only'
import { DatabaseCopy } from './database-copy'
import { ancestors, messageColumns, type MessageRow, toMessage } from '../messages/message-rows'
import { newestVersion } from '../database/migrations/migrations'
import { messageNotFound, sessionNotFound } from '../database/not-found'
import { type SearchInput, type SearchResult, SessionSearch } from '../search/session-search'
import { newerVersionError, storeError } from '../database/store-errors'
import { storeFiles } from '../database/store-files'
import { untitledSession } from '../messages/title'

/** Files of an older version lack the search index. */
const oldestVersion = 2

/** A chat as seen by an external reader. */
export type ReadSession = Pick<Session, 'id' | 'title' | 'model' | 'workspace' | 'createdAt' | 'updatedAt'>

type SessionRow = Omit<ReadSession, 'title'> & { title: string | null; leafId: MessageId | null }

/**
 * Reads the chats of a data folder that another Parley may be using. Writes nothing there and takes no lock; the file
 * itself is open only while it is read. Every call may throw STORE_DAMAGED, with `data.reason` `newer-version` when
 * only a newer Parley can read it, and STORE_FULL.
 */
export class SessionReader {
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

  /** Finds nothing when there is no store. */
  search(input: Omit<SearchInput, 'now'>): SearchResult {
    const nothing: SearchResult = { hits: [], hasMore: false, problems: [] }
    return this.#read(nothing, (database) =>
      new SessionSearch(database).search({ ...input, now: this.#clock.now() }),
    )
  }

  /** Chats by last change, newest first. */
  newest(limit: number): ReadSession[] {
    return this.#read<ReadSession[]>([], (database) =>
      database
        .query<SessionRow>(
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
    const page = this.#read(null, (database) => {
      const row = database
        .query<SessionRow>(
          `${sessionColumns} WHERE id = ? AND state = 'ready' AND deleted_at IS NULL
           AND ${isNotHidden(database, 'id')}`,
        )
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

  /** Removes any copy. */
  close(): void {
    const known = this.#copy
    this.#copy = null
    known?.copy.close()
  }

  #read<Result>(whenMissing: Result, work: (database: ReadableDatabase) => Result): Result {
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

const sessionColumns = `SELECT id, title, model, workspace, created_at AS createdAt, updated_at AS updatedAt,
  leaf_id AS leafId FROM sessions`

function toReadSession({ leafId: _leafId, title, ...rest }: SessionRow): ReadSession {
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

/** @throws STORE_DAMAGED its version is newer than this Parley, or too old */
function isEmpty(database: ReadableDatabase): boolean {
  const version = database.query<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0
  if (version > newestVersion) throw newerVersionError(version, newestVersion)
  if (version > 0 && version < oldestVersion) {
    throw failure('STORE_DAMAGED', 'older-version', { version })
  }
  return version === 0
}
