import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { AttachmentPart } from '../../../../../shared/sessions/messages'
import { attachmentPath, attachmentsFolderName } from '../../../../store/attachments/attachment-files'
import type { WritableDatabase } from '../../../../store/database/database'

/** Adds a row. */
export function insert(
  database: WritableDatabase,
  table: string,
  row: Record<string, string | number | null>,
): void {
  const columns = Object.keys(row)
  database
    .command(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`,
    )
    .run(row)
}

/** Adds a chat. */
export function addSession(
  database: WritableDatabase,
  id: string,
  row: Record<string, string | number | null> = {},
): void {
  insert(database, 'sessions', {
    id,
    kind: 'chat',
    state: 'ready',
    title: `Title of ${id}`,
    title_source: 'named',
    model: 'demo/writer',
    params: '{"temperature":0.5,"stop":["x"]}',
    pinned: 0,
    archived: 0,
    unseen: 0,
    created_at: 1_000,
    updated_at: 2_000,
    ...row,
  })
}

/** Adds a message. */
export function addMessage(
  database: WritableDatabase,
  [sessionId, id, parentId]: [string, string, string | null],
  row: Record<string, string | number | null> = {},
): void {
  insert(database, 'messages', {
    id,
    session_id: sessionId,
    parent_id: parentId,
    depth: parentId === null ? 0 : 1,
    role: parentId === null ? 'user' : 'assistant',
    status: 'complete',
    hidden: 0,
    created_at: 1_500,
    parts: JSON.stringify([{ type: 'text', text: `text of ${id}` }]),
    ...row,
  })
  database.command('UPDATE sessions SET leaf_id = ? WHERE id = ?').run(id, sessionId)
}

/** Adds the file of an attachment. */
export function addFile(
  database: WritableDatabase,
  folder: string,
  part: AttachmentPart,
  bytes: Buffer,
): void {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const path = attachmentPath(join(folder, attachmentsFolderName), hash)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  insert(database, 'attachments', {
    id: part.attachmentId,
    hash,
    name: part.name,
    media_type: part.mediaType,
    size_bytes: part.sizeBytes,
    width: part.width ?? null,
    height: part.height ?? null,
    page_count: part.pageCount ?? null,
    used_at: 6,
  })
}
