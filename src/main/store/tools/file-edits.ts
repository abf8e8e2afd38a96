import { invariant } from '../../../shared/invariant'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { FileEdit } from '../../../shared/tools/file-edits'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { column, columnNames, insertionInto } from '../database/table'
import { SealedRows } from '../sealed/sealed-rows'

/** The limits on kept edits of one chat; older edits can no longer be taken back. */
const most = { edits: 500, chars: 16 * 1024 * 1024 }

/** The columns of the table `file_edits`. */
const editRow = {
  message_id: column<MessageId>(),
  tool_call_id: column<string>(),
  session_id: column<SessionId>(),
  folder: column<string>(),
  names: column<string>(),
  content_before: column<string | null>(),
  after_hash: column<string>(),
  at: column<number>(),
  undone_at: column<number | null>(),
}
type EditRow = typeof editRow

type FileEditCall = Pick<FileEdit, 'sessionId' | 'messageId' | 'toolCallId'>

/** The edits of files that can be taken back. */
export class FileEdits {
  readonly #database: WritableDatabase
  readonly #sealed: SealedRows
  readonly #insert
  readonly #trim
  readonly #remove
  readonly #get
  readonly #ofMessage
  readonly #setUndone

  constructor(
    database: WritableDatabase,
    { maxEdits, maxChars } = { maxEdits: most.edits, maxChars: most.chars },
  ) {
    this.#database = database
    this.#sealed = new SealedRows(database)
    const isCall = 'message_id = :messageId AND tool_call_id = :toolCallId'
    this.#insert = database.command(insertionInto('file_edits', columnNames(editRow)))
    this.#trim = database.command(`
      DELETE FROM file_edits WHERE rowid IN (
        SELECT rowid FROM (
          SELECT rowid, row_number() OVER newest AS place, sum(coalesce(length(content_before), 0)) OVER newest AS chars
          FROM file_edits WHERE session_id = :sessionId
          WINDOW newest AS (ORDER BY at DESC, rowid DESC ROWS UNBOUNDED PRECEDING)
        ) WHERE place > ${maxEdits} OR chars > ${maxChars}
      )`)
    this.#remove = database.command(`DELETE FROM file_edits WHERE ${isCall}`)
    this.#get = database.query<EditRow>(`SELECT * FROM file_edits WHERE ${isCall}`)
    this.#ofMessage = database.query<{ toolCallId: string; undoneAt: number | null }>(`
      SELECT tool_call_id AS toolCallId, undone_at AS undoneAt FROM file_edits WHERE message_id = ?
      ORDER BY at, rowid`)
    // Panes that share an edit have the same record of it.
    this.#setUndone = database.command(`
      UPDATE file_edits SET undone_at = :at
      WHERE (folder, names, after_hash, at) IN (
        SELECT folder, names, after_hash, at FROM file_edits WHERE ${isCall}
      )`)
  }

  /** Stores an edit that is about to be made. @throws STORE_FULL, STORE_DAMAGED */
  add(edit: FileEdit): void {
    const { sessionId, messageId, toolCallId } = edit
    if (this.#sealed.has(sessionId)) {
      this.#sealed.put(sessionId, 'file_edits', `${messageId} ${toolCallId}`, toRow(edit))
      return
    }
    this.#database.transaction(() => {
      invariant(this.get(messageId, toolCallId) === null, 'a call edits once')
      this.#insert.run(toRow(edit))
      this.#trim.run({ sessionId })
    })
  }

  /** Forgets an edit that was not made. */
  remove({ sessionId, messageId, toolCallId }: FileEditCall): void {
    this.#sealed.remove(sessionId, 'file_edits', `${messageId} ${toolCallId}`)
    this.#remove.run({ messageId, toolCallId })
  }

  get(messageId: MessageId, toolCallId: string): FileEdit | null {
    const row = this.#get.get({ messageId, toolCallId })
    return row === undefined ? null : toEdit(row)
  }

  /** The edit of a call that has just been made. */
  made({ sessionId, messageId, toolCallId }: FileEditCall): FileEdit | null {
    const sealed = this.#sealed.get<EditRow>(sessionId, 'file_edits', `${messageId} ${toolCallId}`)
    return sealed === null ? this.get(messageId, toolCallId) : toEdit(sealed as EditRow)
  }

  /** The calls of an answer whose edits are kept, oldest first. */
  list(messageId: MessageId): { toolCallId: string; undoneAt: number | null }[] {
    return this.#ofMessage.all(messageId)
  }

  /** Also for the panes that share the edit. */
  setUndone(messageId: MessageId, toolCallId: string, at: number): void {
    this.#setUndone.run({ messageId, toolCallId, at })
  }
}

function toRow(edit: FileEdit): EditRow {
  return {
    message_id: edit.messageId,
    tool_call_id: edit.toolCallId,
    session_id: edit.sessionId,
    folder: edit.folder,
    names: toJson(edit.names),
    content_before: edit.before,
    after_hash: edit.afterHash,
    at: edit.at,
    undone_at: edit.undoneAt,
  }
}

function toEdit(row: EditRow): FileEdit {
  return {
    sessionId: row.session_id,
    messageId: row.message_id,
    toolCallId: row.tool_call_id,
    folder: row.folder,
    names: fromJson<string[]>(row.names),
    before: row.content_before,
    afterHash: row.after_hash,
    at: row.at,
    undoneAt: row.undone_at,
  }
}
