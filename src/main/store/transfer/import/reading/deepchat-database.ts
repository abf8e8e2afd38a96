import { open, rm } from 'node:fs/promises'

import { type ForeignDatabase, openForeignDatabase, withoutLog } from '../../../database/database-file'
import { isStoreFailure, storeError } from '../../../database/store-errors'
import { importLimits } from '../../../uploads/import-limits'
import { deepchatKeys } from '../formats/apps/deepchat'
import { importRefusal } from './import-problems'
import type { SourceFile } from './source-files'

type NamedEntry = readonly [name: string, file: SourceFile]

/** The database in a backup of DeepChat, today's and that of older versions. */
const databaseFile = /(^|\/)database\/(agent|chat)\.db$/
/** Its settings beside it. */
const settingsFile = /(^|\/)(configs\/[^/]+|manifest)\.json$/
/** Enough for anybody's chats; more would fill the memory. */
const maxMessages = 1_000_000
const maxNameBytes = 2_000
/** The longest note about a message. */
const maxNoteBytes = 64 * 1024

/** Where a version of DeepChat keeps its chats. Chats and messages are joined by `chatId`. */
interface Layout {
  chats: string
  chatId: string
  /** A table with more about each chat, which has the same id in `id`. */
  about?: string
  messages: string
  messageId: string
  ofChat: string
}

/** The newest first: a database that was upgraded has the old tables too. */
const layouts: readonly Layout[] = [
  {
    chats: 'new_sessions',
    chatId: 'id',
    about: 'deepchat_sessions',
    messages: 'deepchat_messages',
    messageId: 'id',
    ofChat: 'session_id',
  },
  {
    chats: 'conversations',
    chatId: 'conv_id',
    messages: 'messages',
    messageId: 'msg_id',
    ofChat: 'conversation_id',
  },
]

/**
 * Replaces the database in a backup of DeepChat by a file with its chats as JSON, and leaves out its settings. Returns
 * all other entries unchanged. The database is unpacked to `path` while it is read.
 */
export function withDeepchatDatabase(named: readonly NamedEntry[], path: string): NamedEntry[] {
  if (!named.some(([name]) => databaseFile.test(name))) return [...named]
  return named.flatMap(([name, file]): NamedEntry[] => {
    if (settingsFile.test(name)) return []
    if (!databaseFile.test(name)) return [[name, file]]
    const chatsName = `${name}.json`
    return [[chatsName, { name: chatsName, sizeBytes: file.sizeBytes, read: () => chatsIn(file, path) }]]
  })
}

async function* chatsIn(file: SourceFile, path: string): AsyncGenerator<Uint8Array> {
  try {
    await unpack(file, path)
    yield* jsonOf(path)
  } finally {
    await rm(path, { force: true })
  }
}

async function unpack(file: SourceFile, path: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    let start: Uint8Array | null = Buffer.alloc(0)
    for await (const piece of file.read()) {
      let next: Uint8Array = piece
      if (start !== null) {
        start = Buffer.concat([start, piece])
        if (start.length < 512) continue
        const opened = withoutLog(start)
        if (opened === null) break
        next = opened
        start = null
      }
      await handle.writeFile(next)
    }
    if (start !== null) throw importRefusal([{ code: 'databaseLocked' }])
  } catch (error) {
    throw storeError(error)
  } finally {
    await handle.close()
  }
}

function* jsonOf(path: string): Generator<Uint8Array> {
  try {
    const database = openForeignDatabase(path)
    try {
      yield* listOfChats(database)
    } finally {
      database.close()
    }
  } catch (error) {
    const known = storeError(error)
    if (isStoreFailure(known) && known.code === 'STORE_FULL') throw known
    throw importRefusal([{ code: 'databaseDamaged' }], error)
  }
}

function* listOfChats(database: ForeignDatabase): Generator<Uint8Array> {
  yield Buffer.from('[')
  const layout = layouts.find(({ chats, chatId, messages, ofChat, messageId }) => {
    const hasColumns = (table: string, wanted: readonly string[]) => {
      const columns = database.columnsOf(table)
      return wanted.every((column) => columns.has(column))
    }
    if (!hasColumns(chats, [chatId])) return false
    if (!hasColumns(messages, [messageId, ofChat, 'order_seq', 'role', 'content'])) return false
    return database.query(`SELECT 1 FROM ${chats} LIMIT 1`).get() !== undefined
  })
  if (layout !== undefined) yield* chatsOf(database, layout)
  yield Buffer.from(']')
}

function* chatsOf(database: ForeignDatabase, layout: Layout): Generator<Uint8Array> {
  const { chats, chatId, about, messages, ofChat } = layout
  const rows = database
    .query<{ row: number; chat: string }>(
      `SELECT rowid AS row, ${text(ofChat, maxNameBytes)} AS chat FROM ${messages} ORDER BY ${ofChat}, order_seq, rowid LIMIT ${maxMessages}`,
    )
    .all()
  const rowsOf = Map.groupBy(rows, ({ chat }) => chat)
  const readMessage = messageReader(database, layout)
  const readChat = chatReader(database, layout)
  const readAbout = about === undefined ? () => undefined : aboutReader(database, about)
  const ids = database
    .query<{ row: number; id: string }>(
      `SELECT rowid AS row, ${text(chatId, maxNameBytes)} AS id FROM ${chats} ORDER BY rowid`,
    )
    .all()
  for (const [index, { row, id }] of ids.entries()) {
    const chat = { ...readChat(row), ...readAbout(id) }
    yield Buffer.from(
      `${index === 0 ? '' : ','}{${JSON.stringify(deepchatKeys.chat)}:${JSON.stringify(chat)},${JSON.stringify(deepchatKeys.messages)}:[`,
    )
    for (const [place, message] of (rowsOf.get(id) ?? []).entries()) {
      yield Buffer.from(`${place === 0 ? '' : ','}${JSON.stringify(readMessage(message.row))}`)
    }
    yield Buffer.from(']}')
  }
}

/** Reads a row as an object with the fields that `deepchat.ts` knows; null for what is missing or too large. */
type ReadRow = (row: number) => object | undefined

function messageReader(database: ForeignDatabase, { messages, messageId }: Layout): ReadRow {
  const own = database.columnsOf(messages)
  const fields = [
    `${text(messageId, maxNameBytes)} AS id`,
    `${text('role', maxNameBytes)} AS role`,
    `${text('content', importLimits.messageBytes)} AS content`,
    `length(CAST(content AS BLOB)) > ${importLimits.messageBytes} AS is_too_large`,
    ...given(own, 'parent_id', maxNameBytes),
    ...given(own, 'status', maxNameBytes),
    ...given(own, 'metadata', maxNoteBytes),
    ...given(own, 'created_at', null),
    ...given(own, 'is_variant', null),
  ]
  return database.query<object>(`SELECT ${fields.join(', ')} FROM ${messages} WHERE rowid = ?`).get
}

function chatReader(database: ForeignDatabase, { chats, chatId }: Layout): ReadRow {
  const own = database.columnsOf(chats)
  const fields = [`${text(chatId, maxNameBytes)} AS id`, ...modelFields(own)]
  for (const name of ['created_at', 'updated_at', 'is_pinned']) fields.push(...given(own, name, null))
  fields.push(...given(own, 'title', maxNameBytes))
  return database.query<object>(`SELECT ${fields.join(', ')} FROM ${chats} WHERE rowid = ?`).get
}

function aboutReader(database: ForeignDatabase, about: string): (id: string) => object | undefined {
  const own = database.columnsOf(about)
  const fields = modelFields(own)
  if (!own.has('id') || fields.length === 0) return () => undefined
  return database.query<object>(`SELECT ${fields.join(', ')} FROM ${about} WHERE id = ? LIMIT 1`).get
}

function modelFields(own: ReadonlySet<string>): string[] {
  return [
    ...given(own, 'model_id', maxNameBytes),
    ...given(own, 'provider_id', maxNameBytes),
    ...given(own, 'system_prompt', importLimits.messageBytes),
  ]
}

/** A column that some versions lack: a text of limited length, or a number if `maxBytes` is null. */
function given(own: ReadonlySet<string>, column: string, maxBytes: number | null): string[] {
  if (!own.has(column)) return []
  const value =
    maxBytes === null
      ? `CASE WHEN typeof(${column}) IN ('integer', 'real') THEN ${column} END`
      : text(column, maxBytes)
  return [`${value} AS ${column}`]
}

/** The text in a column, which may contain anything; null if it is longer than `maxBytes`. */
function text(column: string, maxBytes: number): string {
  return `CASE WHEN length(CAST(${column} AS BLOB)) <= ${maxBytes} THEN CAST(${column} AS TEXT) END`
}
