import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, QueuedId, RunId, SessionId } from '../../../shared/ids'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { OrUndefined } from '../../../shared/or-undefined'
import type { QueuedMessage } from '../../../shared/runs/queue'
import type { ReadableDatabase, WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { column, columnNames, insertionInto } from '../database/table'

/** A queued message, with the ids that its run and its answer will have. */
export interface QueuedRun extends QueuedMessage {
  sessionId: SessionId
  runId: RunId
  messageId: MessageId
}

/** The columns of the table `queued_messages`, without the number. */
const queuedRow = {
  id: column<QueuedId>(),
  session_id: column<SessionId>(),
  run_id: column<RunId>(),
  message_id: column<MessageId>(),
  mode: column<'chat'>(),
  /** As JSON, so that a lone surrogate in the text survives. */
  text: column<string>(),
  /** Its attachments as JSON; null when it has none. */
  attachments: column<string | null>(),
  model: column<string | null>(),
  created_at: column<number>(),
}
type QueuedRow = typeof queuedRow

const columns = columnNames(queuedRow).join(', ')

/** The table of queued messages. Those of a session leave the queue in the order in which they came. */
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
    this.#insert = database.command(insertionInto('queued_messages', columnNames(queuedRow)))
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

  /** Appends a message to its session's queue. */
  add({ attachments = [], ...queued }: OrUndefined<QueuedRun>): void {
    const row: QueuedRow = {
      id: queued.id,
      session_id: queued.sessionId,
      run_id: queued.runId,
      message_id: queued.messageId,
      mode: 'chat',
      text: toJson(queued.text),
      attachments: attachments.length === 0 ? null : toJson(attachments),
      model: queued.model ?? null,
      created_at: queued.createdAt,
    }
    this.#insert.run(row)
  }

  /** @throws NOT_FOUND it is no longer queued */
  setText(sessionId: SessionId, id: QueuedId, text: string): void {
    if (this.#setText.run(toJson(text), sessionId, id) === 0) throw waitsNoLonger(id)
  }

  /** Removes and returns the message. @throws NOT_FOUND it is no longer queued */
  remove(sessionId: SessionId, id: QueuedId): QueuedRun {
    const row = this.#get.get(sessionId, id)
    if (row === undefined || this.#remove.run(sessionId, id) === 0) throw waitsNoLonger(id)
    return toQueuedRun(row)
  }

  /** Removes the message and does `work`, in one transaction. @throws NOT_FOUND it is no longer queued */
  removeWith<Result>({ sessionId, id }: QueuedRun, work: () => Result): Result {
    return this.#database.transaction(() => {
      this.remove(sessionId, id)
      return work()
    })
  }
}

/** The queue of a session, in order. */
function queuedQuery(database: ReadableDatabase) {
  return database.query<QueuedRow>(
    `SELECT ${columns} FROM queued_messages WHERE session_id = ? ORDER BY number`,
  )
}

/** The queued message in a row. */
function toQueuedRun(row: QueuedRow): QueuedRun {
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
