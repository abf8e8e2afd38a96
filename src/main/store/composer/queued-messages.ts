import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, QueuedId, RunId, SessionId } from '../../../shared/ids'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { OrUndefined } from '../../../shared/or-undefined'
import type { QueuedMessage } from '../../../shared/runs/queue'
import type { ReadableDatabase, WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'

/** A message that waits, with the ids that its run and its answer will have. */
export interface QueuedRun extends QueuedMessage {
  sessionId: SessionId
  runId: RunId
  messageId: MessageId
}

interface QueuedRow {
  id: QueuedId
  session_id: SessionId
  run_id: RunId
  message_id: MessageId
  /** As JSON: a text with half a character in it comes back as it was. */
  text: string
  /** Its files as JSON; null when it has none. */
  attachments: string | null
  model: string | null
  created_at: number
}

/** The table of messages that wait to be sent. Each session's come out in the order in which they came in. */
export class QueuedMessages {
  readonly #database: WritableDatabase
  readonly #ofSession
  readonly #first
  readonly #count
  readonly #get
  readonly #insert
  readonly #setText
  readonly #remove

  constructor(database: WritableDatabase) {
    this.#database = database
    this.#ofSession = queuedQuery(database)
    this.#first = database.query<QueuedRow>(
      `SELECT ${columns} FROM queued_messages WHERE session_id = ? ORDER BY number LIMIT 1`,
    )
    this.#count = database.query<{ count: number }>(
      'SELECT count(*) AS count FROM queued_messages WHERE session_id = ?',
    )
    this.#get = database.query<QueuedRow>(
      `SELECT ${columns} FROM queued_messages WHERE session_id = ? AND id = ?`,
    )
    this.#insert = database.command(`
      INSERT INTO queued_messages (id, session_id, run_id, message_id, mode, text, attachments, model, created_at)
      VALUES (:id, :sessionId, :runId, :messageId, 'chat', :text, :attachments, :model, :createdAt)`)
    this.#setText = database.command('UPDATE queued_messages SET text = ? WHERE session_id = ? AND id = ?')
    this.#remove = database.command('DELETE FROM queued_messages WHERE session_id = ? AND id = ?')
  }

  ofSession(sessionId: SessionId): QueuedRun[] {
    return this.#ofSession.all(sessionId).map(toQueuedRun)
  }

  first(sessionId: SessionId): QueuedRun | null {
    const row = this.#first.get(sessionId)
    return row === undefined ? null : toQueuedRun(row)
  }

  count(sessionId: SessionId): number {
    return this.#count.get(sessionId)?.count ?? 0
  }

  /** Puts it behind all others of its session. */
  add({ text, attachments = [], model, ...queued }: OrUndefined<QueuedRun>): void {
    this.#insert.run({
      ...queued,
      model: model ?? null,
      text: toJson(text),
      attachments: attachments.length === 0 ? null : toJson(attachments),
    })
  }

  /** @throws NOT_FOUND it waits no longer */
  setText(sessionId: SessionId, id: QueuedId, text: string): void {
    if (this.#setText.run(toJson(text), sessionId, id) === 0) throw waitsNoLonger(id)
  }

  /** Takes it out and hands it back. @throws NOT_FOUND it waits no longer */
  remove(sessionId: SessionId, id: QueuedId): QueuedRun {
    const row = this.#get.get(sessionId, id)
    if (row === undefined || this.#remove.run(sessionId, id) === 0) throw waitsNoLonger(id)
    return toQueuedRun(row)
  }

  /** Takes it out and does `work`: both or neither. @throws NOT_FOUND it waits no longer */
  removeWith<Result>({ sessionId, id }: QueuedRun, work: () => Result): Result {
    return this.#database.transaction(() => {
      this.remove(sessionId, id)
      return work()
    })
  }
}

const columns = 'id, session_id, run_id, message_id, text, attachments, model, created_at'

/** What waits in a session, in its order. */
export function queuedQuery(database: ReadableDatabase) {
  return database.query<QueuedRow>(
    `SELECT ${columns} FROM queued_messages WHERE session_id = ? ORDER BY number`,
  )
}

export function toQueuedRun(row: QueuedRow): QueuedRun {
  return {
    id: row.id,
    sessionId: row.session_id,
    runId: row.run_id,
    messageId: row.message_id,
    text: fromJson<string>(row.text),
    ...(row.attachments === null ? {} : { attachments: fromJson<AttachmentPart[]>(row.attachments) }),
    ...(row.model === null ? {} : { model: row.model }),
    createdAt: row.created_at,
  }
}

function waitsNoLonger(id: QueuedId): ParleyError {
  return failure('NOT_FOUND', 'queued', { queuedId: id })
}
