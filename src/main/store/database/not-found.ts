import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId, SnapshotId } from '../../../shared/ids'

/** No session has this id, or it was deleted. */
export function sessionNotFound(id: SessionId): ParleyError {
  return failure('NOT_FOUND', 'chat', { sessionId: id })
}

/** No message of the session has this id, or there is none where one is needed. */
export function messageNotFound(id: MessageId): ParleyError {
  return failure('NOT_FOUND', 'message', { messageId: id })
}

/** No intact snapshot has this id. */
export function snapshotNotFound(id: SnapshotId): ParleyError {
  return failure('NOT_FOUND', 'snapshot', { snapshotId: id })
}
