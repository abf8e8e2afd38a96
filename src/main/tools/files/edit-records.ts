import type { MessageId } from '../../../shared/ids'
import type { FileEdit } from '../../../shared/tools/file-edits'

/** Where edits are kept. */
export interface EditRecords {
  /** @throws STORE_FULL, STORE_DAMAGED */
  add(record: FileEdit): void
  remove(record: Pick<FileEdit, 'sessionId' | 'messageId' | 'toolCallId'>): void
  get(messageId: MessageId, toolCallId: string): FileEdit | null
  /** Also for the panes that share the edit. */
  setUndone(messageId: MessageId, toolCallId: string, at: number): void
}
