import { z } from 'zod'

import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import {
  type ChatSummary,
  type Message,
  messageRoles,
  messageStatuses,
  type Metrics,
  type Part,
  type Receipt,
  type StopReason,
  type Usage,
} from '../../../shared/sessions/messages'
import type { LateEvent } from '../../../shared/runs/events'
import { withLateEvents } from '../../../shared/runs/late-events'
import type { Command, ReadableDatabase, WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { columnNames, flag, insertionInto, jsonText, optionalText, rowId, textOf } from '../database/table'

const optionalJson = jsonText.nullable().catch(null)

/**
 * The columns of a message, without those that only the tree needs. A repair gives a column whose value cannot be used
 * the value of its `catch`.
 */
export const messageRow = z.object({
  id: rowId<MessageId>(),
  session_id: rowId<SessionId>(),
  parent_id: textOf<MessageId>(),
  role: z.enum(messageRoles),
  status: z.enum(messageStatuses).catch('partial'),
  stop_reason: textOf<StopReason>(),
  run_id: textOf<RunId>(),
  model: optionalText,
  hidden: flag,
  created_at: z.number().catch(0),
  usage: optionalJson,
  metrics: optionalJson,
  receipt: optionalJson,
  summary: optionalJson,
  marks: optionalJson,
  parts: z.string(),
})
export type MessageRow = z.infer<typeof messageRow>

/** The columns of a `MessageRow`. */
export const messageColumns = columnNames(messageRow.shape).join(', ')

/** The row of a message of a new tree: `depth` is the number of its ancestors, `origin` its name in an imported file. */
const newMessageRow = messageRow.extend({ depth: z.number(), origin: optionalText })
export type NewMessageRow = z.infer<typeof newMessageRow>

const insertedColumns = columnNames(newMessageRow.shape)

/** The position of a message: its session, its parent, and the number of its ancestors. */
export interface MessagePlace {
  id: MessageId
  sessionId: SessionId
  parentId: MessageId | null
  depth: number
}

/** A part of a path by depth, inclusive. */
export interface PathRange {
  leafId: MessageId
  fromDepth: number
  toDepth: number
}

/** The numbers of rows that one statement can insert. */
const rowCounts = [64, 16, 4, 1] as const

/** The statements of the table `messages`. */
export class MessageRows {
  readonly #get
  readonly #place
  readonly #idAt
  readonly #pathIds
  readonly #range
  readonly #versions
  readonly #visibleAfter
  readonly #lastOfUser
  readonly #newestBelow
  readonly #insert
  readonly #insertMany
  readonly #attachReceipt
  readonly #setSummary
  readonly #ofShownSession
  readonly #setParts
  readonly #searchAgain

  constructor(database: WritableDatabase) {
    this.#get = database.query<MessageRow>(
      `SELECT ${messageColumns} FROM messages WHERE session_id = ? AND id = ?`,
    )
    this.#place = database.query<MessagePlace>(
      'SELECT id, session_id AS sessionId, parent_id AS parentId, depth FROM messages WHERE id = ?',
    )
    this.#idAt = database.query<{ id: MessageId }>(
      `${ancestors} SELECT id FROM path CROSS JOIN messages USING (number) WHERE at = :fromDepth`,
    )
    this.#pathIds = database.query<{ id: MessageId }>(
      `${ancestors} SELECT id FROM path CROSS JOIN messages USING (number) ORDER BY at`,
    )
    this.#range = rangeQuery(database)
    this.#versions = versionsQuery(database)
    this.#visibleAfter = visibleAfterQuery(database)
    this.#lastOfUser = lastOfUserQuery(database)
    this.#newestBelow = newestBelowQuery(database)
    this.#insertMany = manyInserts(database)
    const depth = '(SELECT depth + 1 FROM messages AS parents WHERE parents.id = :parent_id)'
    this.#insert = database.command(
      insertionInto('messages', insertedColumns).replace(':depth', `coalesce(${depth}, 0)`),
    )
    this.#attachReceipt = database.command('UPDATE messages SET receipt = ? WHERE id = ?')
    this.#ofShownSession = database.query<MessageRow>(
      `SELECT ${messageColumns} FROM messages WHERE session_id = ? AND id = ?
       AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = messages.session_id AND deleted_at IS NULL)`,
    )
    this.#setParts = database.command('UPDATE messages SET parts = ? WHERE id = ?')
    this.#searchAgain = database.command(
      'INSERT OR IGNORE INTO search_updates (number) SELECT number FROM messages WHERE id = ?',
    )
    this.#setSummary = database.command('UPDATE messages SET summary = ? WHERE id = ?')
  }

  get(sessionId: SessionId, id: MessageId): Message | undefined {
    const row = this.#get.get(sessionId, id)
    return row === undefined ? undefined : toMessage(row)
  }

  place(id: MessageId): MessagePlace | undefined {
    return this.#place.get(id)
  }

  /** The message at that depth on the path that ends with `leafId`. */
  idAt(leafId: MessageId, depth: number): MessageId | undefined {
    return this.#idAt.get({ from: leafId, fromDepth: depth })?.id
  }

  /** The whole path that ends with the leaf, oldest first. */
  pathIds(leafId: MessageId): MessageId[] {
    return this.#pathIds.all({ from: leafId, fromDepth: 0 }).map(({ id }) => id)
  }

  /** The part of the path that ends with the leaf, oldest first. */
  range({ leafId, fromDepth, toDepth }: PathRange): Message[] {
    return this.#range.all({ from: leafId, fromDepth, toDepth }).map(toMessage)
  }

  /**
   * For each visible message in the range that has other versions: all of them, oldest first. A hidden message is
   * represented by what follows it.
   */
  versions({ leafId, fromDepth, toDepth }: PathRange): Record<MessageId, MessageId[]> {
    const versions = new Map<MessageId, MessageId[]>()
    for (const { message, version } of this.#versions.all({ from: leafId, fromDepth, toDepth })) {
      const known = versions.get(message)
      if (known === undefined) versions.set(message, [version])
      else known.push(version)
    }
    return Object.fromEntries([...versions].filter(([, { length }]) => length > 1))
  }

  /** The first visible messages below this one, or at the start of the session; newest first. */
  visibleAfter(sessionId: SessionId, parentId: MessageId | null): MessageId[] {
    return this.#visibleAfter.all({ sessionId, parentId }).map(({ id }) => id)
  }

  /** The last message of role `user` on the path that ends with `leafId`, optionally skipping hidden ones. */
  lastOfUser(leafId: MessageId, options: { isVisible: boolean }): Message | undefined {
    const row = this.#lastOfUser.get({ from: leafId, fromDepth: 0, isVisible: options.isVisible ? 1 : 0 })
    return row === undefined ? undefined : toMessage(row)
  }

  /** The end of the branch that begins with `id`: from child to newest child. */
  newestBelow(sessionId: SessionId, id: MessageId): MessageId {
    return this.#newestBelow.get({ sessionId, from: id })?.id ?? id
  }

  /** A plain insert: an existing id, or a second answer of a run, is an error. */
  insert(message: Message): void {
    this.#insert.run({ ...toRow(message), origin: null })
  }

  /** Inserts many at once: the search index writes to disk what it has collected before each statement. */
  insertAll(rows: readonly NewMessageRow[]): void {
    for (let from = 0; from < rows.length;) {
      const count = rowCounts.find((each) => each <= rows.length - from) ?? 1
      const values = rows
        .slice(from, from + count)
        .flatMap((row) => insertedColumns.map((column) => row[column]))
      this.#insertMany(count).run(...values)
      from += count
    }
  }

  /** Returns whether there is such a message. */
  attachReceipt(id: MessageId, receipt: Receipt): boolean {
    return this.#attachReceipt.run(toJson(receipt), id) === 1
  }

  /** Adds what came after the end of an answer. Returns false if it or its session no longer exists. */
  addLate(sessionId: SessionId, id: MessageId, events: readonly LateEvent[]): boolean {
    const row = this.#ofShownSession.get(sessionId, id)
    if (row === undefined) return false
    this.#setParts.run(toJson(withLateEvents(toMessage(row), events).parts), id)
    this.#searchAgain.run(id)
    return true
  }

  /** Returns whether the message exists. */
  setSummary(id: MessageId, summary: ChatSummary): boolean {
    return this.#setSummary.run(toJson(summary), id) === 1
  }
}

/** The message that a row represents. */
export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    sessionId: row.session_id,
    parentId: row.parent_id,
    role: row.role,
    parts: fromJson<Part[]>(row.parts),
    status: row.status,
    ...(row.stop_reason === null ? {} : { stopReason: row.stop_reason }),
    ...(row.run_id === null ? {} : { runId: row.run_id }),
    ...(row.model === null ? {} : { model: row.model }),
    ...(row.usage === null ? {} : { usage: fromJson<Usage>(row.usage) }),
    ...(row.metrics === null ? {} : { metrics: fromJson<Metrics>(row.metrics) }),
    ...(row.receipt === null ? {} : { receipt: fromJson<Receipt>(row.receipt) }),
    ...(row.hidden === 0 ? {} : { hidden: true }),
    ...(row.summary === null ? {} : { summary: fromJson<ChatSummary>(row.summary) }),
    ...(row.marks === null ? {} : fromJson<HiddenMarks>(row.marks)),
    createdAt: row.created_at,
  }
}

/** The row that represents a message. */
export function toRow(message: Message): MessageRow {
  return {
    id: message.id,
    session_id: message.sessionId,
    parent_id: message.parentId,
    role: message.role,
    status: message.status,
    stop_reason: message.stopReason ?? null,
    run_id: message.runId ?? null,
    model: message.model ?? null,
    hidden: message.hidden === true ? 1 : 0,
    created_at: message.createdAt,
    usage: toJsonOrNull(message.usage),
    metrics: toJsonOrNull(message.metrics),
    receipt: toJsonOrNull(message.receipt),
    summary: toJsonOrNull(message.summary),
    marks: marksColumn(message),
    parts: toJson(message.parts),
  }
}

/** Marks on the answer of a hidden contestant. */
type HiddenMarks = Pick<Message, 'namesContestant' | 'isShortened'>

function marksColumn({ namesContestant, isShortened }: HiddenMarks): string | null {
  const marks: HiddenMarks = {
    ...(namesContestant === true ? { namesContestant } : {}),
    ...(isShortened === true ? { isShortened } : {}),
  }
  return Object.keys(marks).length === 0 ? null : toJson(marks)
}

function toJsonOrNull(value: object | undefined): string | null {
  return value === undefined ? null : toJson(value)
}

/** Returns the statement that inserts so many rows; each is prepared when it is first needed. */
function manyInserts(database: WritableDatabase): (count: number) => Command {
  const prepared = new Map<number, Command>()
  const row = `(${insertedColumns.map(() => '?').join(', ')})`
  return (count) => {
    const known = prepared.get(count)
    if (known !== undefined) return known
    const rows = Array<string>(count).fill(row).join(', ')
    const command = database.command(`INSERT INTO messages (${insertedColumns.join(', ')}) VALUES ${rows}`)
    prepared.set(count, command)
    return command
  }
}

// CROSS JOIN keeps the join in this order, from the few matching rows to the large table. Otherwise the planner has
// scanned the whole table.

/**
 * Walks from the message `:from` towards the root, up to the depth `:fromDepth`. Carries row numbers only, so that no
 * long column is copied.
 */
export const ancestors = `
    WITH RECURSIVE path (number, above, at) AS (
      SELECT number, parent_id, depth FROM messages WHERE id = :from
      UNION ALL
      SELECT messages.number, messages.parent_id, messages.depth
      FROM path CROSS JOIN messages ON messages.id = path.above
      WHERE path.at > :fromDepth
    )`

function rangeQuery(database: ReadableDatabase) {
  return database.query<MessageRow>(`${ancestors}
    SELECT ${messageColumns} FROM path CROSS JOIN messages USING (number)
    WHERE at BETWEEN :fromDepth AND :toDepth ORDER BY at`)
}

/** Climbs from each visible message over the hidden ones above it, then descends to the first visible ones. */
function versionsQuery(database: ReadableDatabase) {
  return database.query<{ message: MessageId; version: MessageId }>(`${ancestors},
    above (message, session_id, id) AS (
      SELECT messages.id, session_id, parent_id FROM path CROSS JOIN messages USING (number)
      WHERE at BETWEEN :fromDepth AND :toDepth AND hidden = 0
      UNION ALL
      SELECT above.message, above.session_id, messages.parent_id FROM above CROSS JOIN messages ON messages.id = above.id
      WHERE messages.hidden = 1
    ),
    below (message, session_id, id, hidden, number) AS (
      SELECT above.message, above.session_id, messages.id, messages.hidden, messages.number
      FROM above CROSS JOIN messages ON messages.session_id = above.session_id AND messages.parent_id IS above.id
      WHERE above.id IS NULL OR EXISTS (SELECT 1 FROM messages AS visible WHERE visible.id = above.id AND hidden = 0)
      UNION ALL
      SELECT below.message, below.session_id, messages.id, messages.hidden, messages.number
      FROM below CROSS JOIN messages ON messages.session_id = below.session_id AND messages.parent_id = below.id
      WHERE below.hidden = 1
    )
    SELECT message, id AS version FROM below WHERE hidden = 0 ORDER BY number`)
}

function visibleAfterQuery(database: ReadableDatabase) {
  return database.query<{ id: MessageId }>(`
    WITH RECURSIVE below (id, hidden, number) AS (
      SELECT id, hidden, number FROM messages WHERE session_id = :sessionId AND parent_id IS :parentId
      UNION ALL
      SELECT messages.id, messages.hidden, messages.number
      FROM below CROSS JOIN messages ON messages.session_id = :sessionId AND messages.parent_id = below.id
      WHERE below.hidden = 1
    )
    SELECT id FROM below WHERE hidden = 0 ORDER BY number DESC`)
}

function lastOfUserQuery(database: ReadableDatabase) {
  return database.query<MessageRow>(`${ancestors}
    SELECT ${messageColumns} FROM path CROSS JOIN messages USING (number)
    WHERE role = 'user' AND (hidden = 0 OR NOT :isVisible) ORDER BY at DESC LIMIT 1`)
}

function newestBelowQuery(database: ReadableDatabase) {
  return database.query<{ id: MessageId }>(`
    WITH RECURSIVE below (id, steps) AS (
      SELECT :from, 0
      UNION ALL
      SELECT (
        SELECT messages.id FROM messages
        WHERE messages.session_id = :sessionId AND messages.parent_id = below.id ORDER BY number DESC LIMIT 1
      ), steps + 1
      FROM below WHERE below.id IS NOT NULL
    )
    SELECT id FROM below WHERE id IS NOT NULL ORDER BY steps DESC LIMIT 1`)
}
