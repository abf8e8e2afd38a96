import type { SessionId } from '../../../shared/ids'
import type { Outline } from '../../../shared/sessions/sessions'
import { withReadOnly } from '../database/with-read-only'
import { readOutline } from './outline'

/** The outline of a chat in the database `file`, which its writer has open: a long chat is a lot to read. */
export function outlineJob({ file, sessionId }: { file: string; sessionId: SessionId }): Outline {
  // Slow is what it may be here: nobody else waits for this thread's turn at the file.
  return withReadOnly(file, (database) => readOutline(database, sessionId))
}
