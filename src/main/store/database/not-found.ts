import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId, SnapshotId } from '../../../shared/ids'

/** The id names no session, or one that was deleted. */
export function sessionNotFound(id: SessionId): ParleyError {
  return failure('NOT_FOUND', 'chat', { sessionId: id })
}

/** The id names no message of the session, or none where one was looked for. */
export function messageNotFound(id: MessageId): ParleyError {
  return failure('NOT_FOUND', 'message', { messageId: id })
}

/** The id names no snapshot that is there and whole. */
export function snapshotNotFound(id: SnapshotId): ParleyError {
  return failure('NOT_FOUND', 'snapshot', { snapshotId: id })
}
