import type { AttachmentId } from '../../../shared/ids'
import type { Part } from '../../../shared/sessions/messages'
import { type Clock, systemClock } from '../../base/clock'
import { type ReadableDatabase, type ReadOnlyDatabase, withReadOnly } from '../database/database'
import { snapshotFiles } from '../integrity/snapshot-files'
import { fromJson } from '../database/stored-json'
import { storeFiles } from '../database/store-files'

const rowsPerRead = 200

/**
 * Finds the attached files that are still needed: those that any message refers to, on any branch, in the trash or in a
 * queue; those that are knowledge of a project or belong to prompts of sets; and the content that a snapshot refers to. Everything is read from one
 * state of the database, because a message may move from its queue to the chat at any time.
 * @throws STORE_DAMAGED; nothing may be removed then
 */
export function attachmentsInUse({
  dataFolder,
  clock = systemClock,
}: {
  dataFolder: string
  clock?: Clock
}): {
  ids: AttachmentId[]
  snapshotHashes: string[]
} {
  const files = storeFiles(dataFolder)
  const ids = reading(files.database, clock, (database) => [
    ...idsInMessages(database),
    ...idsInSealed(database),
    ...idsInQueues(database),
    ...idsInKnowledge(database),
    ...idsInSets(database),
  ])
  const hashes = snapshotFiles(files.snapshots).flatMap(({ path }) => reading(path, clock, hashesKnownTo))
  return { ids: [...new Set(ids)], snapshotHashes: [...new Set(hashes)] }
}

function reading<Result>(file: string, clock: Clock, read: (database: ReadOnlyDatabase) => Result): Result {
  const readStill = (database: ReadOnlyDatabase) => {
    const release = database.beginReadTransaction()
    const result = read(database)
    release()
    return result
  }
  return withReadOnly(file, readStill, clock)
}

function idsInMessages(database: ReadableDatabase): AttachmentId[] {
  const page = database.query<{ number: number; parts: string }>(`
    SELECT number, parts FROM messages
    WHERE instr(parts, '"type":"attachment"') > 0 AND number > ? ORDER BY number LIMIT ${rowsPerRead}`)
  const ids: AttachmentId[] = []
  for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)?.number ?? 0)) {
    for (const { parts } of rows) ids.push(...idsIn(parts))
  }
  return ids
}

/** Those of answers that are shown only in part. */
function idsInSealed(database: ReadableDatabase): AttachmentId[] {
  return database
    .query<{ parts: string }>("SELECT columns ->> '$.parts' AS parts FROM sealed WHERE place = 'messages'")
    .all()
    .flatMap(({ parts }) => idsIn(parts))
}

function idsInQueues(database: ReadableDatabase): AttachmentId[] {
  return database
    .query<{ attachments: string }>('SELECT attachments FROM queued_messages WHERE attachments IS NOT NULL')
    .all()
    .flatMap(({ attachments }) => idsIn(attachments))
}

function idsInKnowledge(database: ReadableDatabase): AttachmentId[] {
  return database
    .query<{ id: AttachmentId }>(
      'SELECT attachment_id AS id FROM knowledge_sources WHERE attachment_id IS NOT NULL',
    )
    .all()
    .map(({ id }) => id)
}

/** The files of the prompts of sets, and of those that runs have asked. */
function idsInSets(database: ReadableDatabase): AttachmentId[] {
  const files = (column: string, table: string) =>
    database
      .query<{ id: AttachmentId }>(`
        SELECT DISTINCT value AS id FROM ${table}, json_tree(${column})
        WHERE instr(${column}, '"attachmentId"') > 0 AND key = 'attachmentId' AND type = 'text'`)
      .all()
      .map(({ id }) => id)
  return [...files('past', 'set_prompts'), ...files('prompts', 'set_runs')]
}

function idsIn(parts: string): AttachmentId[] {
  return fromJson<Part[]>(parts).flatMap((part) =>
    part.type === 'attachment' ? [part.attachmentId as AttachmentId] : [],
  )
}

/** A snapshot from before attachments existed has none. */
function hashesKnownTo(database: ReadableDatabase): string[] {
  const table = database
    .query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'attachments'")
    .get()
  if (table === undefined) return []
  return database
    .query<{ hash: string }>('SELECT DISTINCT hash FROM attachments')
    .all()
    .map(({ hash }) => hash)
}
