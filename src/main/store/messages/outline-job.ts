import type { SessionId } from '../../../shared/ids'
import type { Outline } from '../../../shared/sessions/sessions'
import { withReadOnly } from '../database/with-read-only'
import { readOutline } from './outline'

/** The outline of a chat in the database `file`, which its writer has open: a long chat takes time to read. */
export function outlineJob({ file, sessionId }: { file: string; sessionId: SessionId }): Outline {
  // It may be slow: nobody else waits for this thread.
  return withReadOnly(file, (database) => readOutline(database, sessionId))
}
