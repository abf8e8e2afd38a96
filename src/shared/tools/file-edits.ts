import type { MessageId, SessionId } from '../ids'

/** An edit of a file by a model, as it is kept so that the user can take it back. */
export interface FileEdit {
  sessionId: SessionId
  /** The answer, stored or still to come. */
  messageId: MessageId
  toolCallId: string
  /** The full path of the folder, and the names that lead to the file in it. */
  folder: string
  names: readonly string[]
  /** The file's content before; null if the edit created it. */
  before: string | null
  afterHash: string
  at: number
  /** When it was taken back; null if it was not. */
  undoneAt: number | null
}
