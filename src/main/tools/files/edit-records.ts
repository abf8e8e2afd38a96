import type { MessageId, SessionId } from '../../../shared/ids'

/** An edit as it is kept, so that the user can take it back. */
export interface EditRecord {
  sessionId: SessionId
  messageId: MessageId
  toolCallId: string
  /** The full path of the folder, and the names that lead to the file in it. */
  folder: string
  names: readonly string[]
  /** The file's content before; null if it did not exist. */
  before: string | null
  afterHash: string
  at: number
  /** When it was taken back; null if it was not. */
  undoneAt: number | null
}

/** Where edits are kept. */
export interface EditRecords {
  /** @throws STORE_FULL, STORE_DAMAGED */
  add(record: EditRecord): void
  remove(record: Pick<EditRecord, 'sessionId' | 'messageId' | 'toolCallId'>): void
  get(messageId: MessageId, toolCallId: string): EditRecord | null
  setUndone(messageId: MessageId, toolCallId: string, at: number): void
}
