import { ParleyError } from '../../../shared/errors'

/** The last is SQLite's when there is no room for its shared memory, as at a start on a full disk. */
const fullCodes = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'SQLITE_IOERR_SHMSIZE'])

/**
 * What people are told of an error of SQLite or of the file system: STORE_FULL when nothing more can be written,
 * STORE_DAMAGED when what is there cannot be read. Any other error comes back as it is.
 */
export function storeError(error: unknown): unknown {
  if (error instanceof ParleyError) return error
  const code = codeOf(error)
  if (fullCodes.has(code)) {
    return new ParleyError(
      'STORE_FULL',
      'The disk is full, so nothing more can be saved. Free some space, then try again.',
      { data: { reason: 'full' }, cause: error },
    )
  }
  if (code.startsWith('SQLITE_IOERR') || code === 'EIO') {
    return new ParleyError(
      'STORE_FULL',
      'The disk with Parley’s data could not be read or written. Check that it is there and has room, then try again.',
      { data: { reason: 'disk', detail: code }, cause: error },
    )
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new ParleyError(
      'STORE_FULL',
      'Another program holds the file with Parley’s chats, so nothing can be saved now. Close that program, then try again.',
      { data: { reason: 'busy', detail: code }, cause: error },
    )
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return damagedError(error)
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM') {
    return new ParleyError(
      'INTERNAL',
      'Parley may not write to its data folder. Check the permissions of the folder, then start Parley again.',
      { data: { reason: 'permission', detail: code }, cause: error },
    )
  }
  return error
}

/** Whether the store itself has failed, so that whatever needs it fails too. */
export function isStoreFailure(error: unknown): error is ParleyError {
  return error instanceof ParleyError && (error.code === 'STORE_FULL' || error.code === 'STORE_DAMAGED')
}

/** The file is there and is not what Parley wrote. */
export function damagedError(cause: unknown): ParleyError {
  return new ParleyError(
    'STORE_DAMAGED',
    'The file with Parley’s chats is damaged. Restart Parley: it keeps the file, and brings back whatever can still be read.',
    { data: { reason: 'damaged' }, cause },
  )
}

/** A snapshot is not what it was when it was taken; the file with the chats may well be whole. */
export function damagedSnapshotError(cause: unknown): ParleyError {
  return new ParleyError(
    'STORE_DAMAGED',
    'This snapshot is damaged, so nothing was changed. Choose another one.',
    { data: { reason: 'snapshot' }, cause },
  )
}

/** Whether `error` says that the file with the chats itself is damaged: not a snapshot, and not one of a newer Parley. */
export function isDamage(error: unknown): error is ParleyError {
  return (
    error instanceof ParleyError && error.code === 'STORE_DAMAGED' && error.data?.['reason'] === 'damaged'
  )
}

/** The file was written by a program that knows more than this one. */
export function newerVersionError(version: number, newestVersion: number): ParleyError {
  return new ParleyError(
    'STORE_DAMAGED',
    `This data folder was written by a newer Parley (version ${version}); this one reads up to version ${newestVersion}. Nothing was changed. Install the newer Parley, or start this one with another data folder.`,
    { data: { reason: 'newer-version', version, newestVersion } },
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
