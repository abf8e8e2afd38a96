import { ParleyError } from '../../../shared/errors'
import type { MessageId, SessionId, SnapshotId } from '../../../shared/ids'

/** The id names no session, or one that was deleted. */
export function sessionNotFound(id: SessionId): ParleyError {
  return new ParleyError('NOT_FOUND', 'This chat was not found. It may have been deleted.', {
    data: { sessionId: id },
  })
}

/** The id names no message of the session, or none where one was looked for. */
export function messageNotFound(id: MessageId): ParleyError {
  return new ParleyError('NOT_FOUND', `Message ${id} was not found in this chat.`, {
    data: { messageId: id },
  })
}

/** The id names no snapshot that is there and whole. */
export function snapshotNotFound(id: SnapshotId): ParleyError {
  return new ParleyError('NOT_FOUND', `Snapshot ${id} was not found. It may have made room for newer ones.`, {
    data: { snapshotId: id },
  })
}
