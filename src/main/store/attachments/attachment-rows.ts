import type { AttachmentId } from '../../../shared/ids'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { WritableDatabase } from '../database/database'
import { column, columnNames, insertionInto } from '../database/table'

/** The columns of the table `attachments`: the metadata of an attached file. */
const attachmentRow = {
  id: column<AttachmentId>(),
  /** SHA-256 of its bytes, in hex: the name of its file. */
  hash: column<string>(),
  name: column<string>(),
  media_type: column<string>(),
  size_bytes: column<number>(),
  width: column<number | null>(),
  height: column<number | null>(),
  page_count: column<number | null>(),
  /**
   * The time at which the file was last attached or sent. A file that no message refers to is kept for a day after
   * that.
   */
  used_at: column<number>(),
}
export type AttachmentRow = typeof attachmentRow

const columns = columnNames(attachmentRow)

/** The statements of the table `attachments`. */
export class AttachmentRows {
  readonly #get
  readonly #insert
  readonly #touch
  readonly #unusedSince
  readonly #remove
  readonly #hashes

  constructor(database: WritableDatabase) {
    this.#get = database.query<AttachmentRow>(`SELECT ${columns.join(', ')} FROM attachments WHERE id = ?`)
    this.#insert = database.command(insertionInto('attachments', columns))
    this.#touch = database.command('UPDATE attachments SET used_at = ? WHERE id = ?')
    this.#unusedSince = database.query<{ id: AttachmentId }>('SELECT id FROM attachments WHERE used_at < ?')
    this.#remove = database.command('DELETE FROM attachments WHERE id = ? AND used_at < ?')
    this.#hashes = database.query<{ hash: string }>('SELECT DISTINCT hash FROM attachments')
  }

  get(id: string): AttachmentRow | undefined {
    return this.#get.get(id)
  }

  insert(row: AttachmentRow): void {
    this.#insert.run({ ...row })
  }

  touch(id: AttachmentId, at: number): void {
    this.#touch.run(at, id)
  }

  /** Files that were not attached or sent since then. */
  unusedSince(at: number): AttachmentId[] {
    return this.#unusedSince.all(at).map(({ id }) => id)
  }

  /** Removes it unless it has been used since. */
  removeUnused(id: AttachmentId, since: number): void {
    this.#remove.run(id, since)
  }

  hashes(): Set<string> {
    return new Set(this.#hashes.all().map(({ hash }) => hash))
  }
}

/** The file as a message part. */
export function toPart(row: AttachmentRow): AttachmentPart {
  return {
    type: 'attachment',
    attachmentId: row.id,
    name: row.name,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    ...(row.width === null ? {} : { width: row.width }),
    ...(row.height === null ? {} : { height: row.height }),
    ...(row.page_count === null ? {} : { pageCount: row.page_count }),
  }
}
