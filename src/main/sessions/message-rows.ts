import type { MessageId, RunId, SessionId } from '../../shared/ids'
import type {
  Message,
  MessageRole,
  MessageStatus,
  Metrics,
  Part,
  Receipt,
  StopReason,
  Usage,
} from '../../shared/messages'
import type { ReadableDatabase, WritableDatabase } from './database'
import { fromJson, toJson } from './stored-json'

interface MessageRow {
  id: MessageId
  session_id: SessionId
  parent_id: MessageId | null
  role: MessageRole
  status: MessageStatus
  stop_reason: StopReason | null
  run_id: RunId | null
  model: string | null
  hidden: number
  created_at: number
  usage: string | null
  metrics: string | null
  receipt: string | null
  parts: string
}

/** The statements of the table `messages`. */
export class MessageRows {
  readonly #get
  readonly #path
  readonly #isOnPath
  readonly #lastOfUser
  readonly #insert
  readonly #attachReceipt

  constructor(database: WritableDatabase) {
    this.#get = database.query<MessageRow>('SELECT * FROM messages WHERE session_id = ? AND id = ?')
    this.#path = pathQuery(database)
    this.#isOnPath = onPathQuery(database)
    this.#lastOfUser = lastOfUserQuery(database)
    this.#insert = database.command(`
      INSERT INTO messages (id, session_id, parent_id, role, status, stop_reason, run_id, model, hidden, created_at,
        usage, metrics, receipt, parts)
      VALUES (:id, :session_id, :parent_id, :role, :status, :stop_reason, :run_id, :model, :hidden, :created_at,
        :usage, :metrics, :receipt, :parts)`)
    this.#attachReceipt = database.command('UPDATE messages SET receipt = ? WHERE id = ?')
  }

  get(sessionId: SessionId, id: MessageId): Message | undefined {
    const row = this.#get.get(sessionId, id)
    return row === undefined ? undefined : toMessage(row)
  }

  /** The message `from` and up to `limit - 1` of those before it in its tree, oldest first. */
  path(from: MessageId, limit: number | null): Message[] {
    return this.#path.all({ from, limit: limit ?? -1 }).map(toMessage)
  }

  /** Whether `id` is `leafId` or one of those before it. */
  isOnPath(leafId: MessageId, id: MessageId): boolean {
    return this.#isOnPath.get({ from: leafId, id }) !== undefined
  }

  /** The last message of role `user` on the path that ends with `leafId`. */
  lastOfUser(leafId: MessageId): Message | undefined {
    const row = this.#lastOfUser.get({ from: leafId })
    return row === undefined ? undefined : toMessage(row)
  }

  /** Plain: an id, or an answer of a run, that is there already is an error. */
  insert(message: Message): void {
    this.#insert.run({ ...toRow(message) })
  }

  /** Answers whether there is such a message. */
  attachReceipt(id: MessageId, receipt: Receipt): boolean {
    return this.#attachReceipt.run(toJson(receipt), id) === 1
  }
}

function toMessage(row: MessageRow): Message {
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
    createdAt: row.created_at,
  }
}

function toRow(message: Message): MessageRow {
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
    usage: optionalJson(message.usage),
    metrics: optionalJson(message.metrics),
    receipt: optionalJson(message.receipt),
    parts: toJson(message.parts),
  }
}

function optionalJson(value: object | undefined): string | null {
  return value === undefined ? null : toJson(value)
}

/**
 * Walks from the message `:from` to the root; `limit` ends it early. Rows are passed along by number, so that no
 * long column is carried.
 */
function ancestors(limit = ''): string {
  return `
    WITH RECURSIVE path (row, parent_id, steps) AS (
      SELECT rowid, parent_id, 0 FROM messages WHERE id = :from
      UNION ALL
      SELECT messages.rowid, messages.parent_id, path.steps + 1
      FROM path JOIN messages ON messages.id = path.parent_id
      ${limit}
    )`
}

function pathQuery(database: ReadableDatabase) {
  return database.query<MessageRow>(`${ancestors('LIMIT :limit')}
    SELECT messages.* FROM path JOIN messages ON messages.rowid = path.row ORDER BY path.steps DESC`)
}

function onPathQuery(database: ReadableDatabase) {
  return database.query<{ found: number }>(`${ancestors()}
    SELECT 1 AS found FROM path WHERE row = (SELECT rowid FROM messages WHERE id = :id)`)
}

function lastOfUserQuery(database: ReadableDatabase) {
  return database.query<MessageRow>(`${ancestors()}
    SELECT messages.* FROM path JOIN messages ON messages.rowid = path.row
    WHERE messages.role = 'user' ORDER BY path.steps LIMIT 1`)
}
