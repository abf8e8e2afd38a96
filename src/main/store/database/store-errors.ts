import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId, SnapshotId } from '../../../shared/ids'
import { errorCode } from '../../base/error-code'

/** SQLite uses the last one when there is no room for its shared memory, as at a start on a full disk. */
const fullCodes = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'SQLITE_IOERR_SHMSIZE'])

/** The database's native module is missing, damaged, or made for another system. */
const notLoadedCodes = new Set(['ERR_DLOPEN_FAILED', 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'])

/**
 * Converts an error of SQLite or of the file system: STORE_FULL when nothing more can be written, STORE_DAMAGED when
 * stored data cannot be read. Any other error is returned unchanged.
 */
export function storeError(error: unknown): unknown {
  if (error instanceof ParleyError) return error
  const code = errorCode(error) ?? ''
  if (fullCodes.has(code)) return failure('STORE_FULL', 'full', {}, error)
  if (code.startsWith('SQLITE_IOERR') || code === 'EIO') {
    return failure('STORE_FULL', 'disk', { detail: code }, error)
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return failure('STORE_FULL', 'busy', { detail: code }, error)
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return damagedError(error)
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM') {
    return failure('INTERNAL', 'permission', { detail: code }, error)
  }
  if (error instanceof Error && notLoadedCodes.has(code)) {
    // Node appends the modules that required it.
    const [detail = code] = error.message.split('\n')
    return failure('INTERNAL', 'native-module', { detail }, error)
  }
  return error
}

/** True if the store itself has failed, so that everything that needs it fails too. */
export function isStoreFailure(error: unknown): error is ParleyError {
  return error instanceof ParleyError && (error.code === 'STORE_FULL' || error.code === 'STORE_DAMAGED')
}

/** The file exists but is not what Parley wrote. */
export function damagedError(cause: unknown): ParleyError {
  return failure('STORE_DAMAGED', 'damaged', {}, cause)
}

/** A snapshot has changed since it was taken; the database itself may be intact. */
export function damagedSnapshotError(cause: unknown): ParleyError {
  return failure('STORE_DAMAGED', 'snapshot', {}, cause)
}

/** True if the database itself is damaged: not a snapshot, and not a file of a newer Parley. */
export function isDamage(error: unknown): error is ParleyError {
  return (
    error instanceof ParleyError && error.code === 'STORE_DAMAGED' && error.data?.['reason'] === 'damaged'
  )
}

/** The file was written by a newer version of the program. */
export function newerVersionError(version: number, newestVersion: number): ParleyError {
  return failure('STORE_DAMAGED', 'newer-version', { version, newestVersion })
}

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
