import { mkdirSync } from 'node:fs'

import type { ParleyError } from '../../shared/errors'
import { failure } from '../../shared/failures/failure'
import { lookupTable } from '../../shared/lookup-table'
import { errorCode } from '../base/error-code'

const reasons = lookupTable({
  EROFS: 'data-folder-read-only',
  EACCES: 'data-folder-forbidden',
  EPERM: 'data-folder-forbidden',
} as const)

/** Makes the data folder, for its owner only, unless it exists. @throws INTERNAL it cannot be made, STORE_FULL */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw dataFolderError(folder, error)
  }
}

/** The error shown to the user when the system refuses to write the first files of the data folder. */
export function dataFolderError(folder: string, cause: unknown): ParleyError {
  const code = errorCode(cause)
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? failure('STORE_FULL', 'data-folder', { folder }, cause)
    : unwritableFolderError(folder, cause)
}

/** The error shown to the user when the data folder is not writable. */
export function unwritableFolderError(folder: string, cause: unknown): ParleyError {
  const detail = errorCode(cause) ?? String(cause)
  return failure('INTERNAL', reasons.get(detail) ?? 'data-folder', { folder, detail }, cause)
}
