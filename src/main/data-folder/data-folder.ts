import { mkdirSync } from 'node:fs'

import { ParleyError } from '../../shared/errors'
import { lookupTable } from '../../shared/lookup-table'
import { errorCode } from '../base/files/json-file'

/** Makes the data folder, for its owner only, when it is not there. @throws INTERNAL it cannot be made, STORE_FULL */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw dataFolderError(folder, error)
  }
}

/** What people are told when the system refuses to write the first files of the data folder. */
export function dataFolderError(folder: string, cause: unknown): ParleyError {
  const code = errorCode(cause)
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return unwritableFolderError(folder, cause)
  return new ParleyError(
    'STORE_FULL',
    `The disk with the data folder ${folder} is full. Free some space and start Parley again, or start it with another data folder: --user-data.`,
    { data: { reason: 'full', folder }, cause },
  )
}

const reasons = lookupTable({
  EROFS: ': its disk is read-only',
  EACCES: ': you have no permission to write there',
  EPERM: ': you have no permission to write there',
})

/** What people are told of a data folder that nothing can be written to. */
export function unwritableFolderError(folder: string, cause: unknown): ParleyError {
  const code = errorCode(cause)
  const reason = code === null ? '' : (reasons.get(code) ?? ` (${code})`)
  return new ParleyError(
    'INTERNAL',
    `The data folder ${folder} cannot be written${reason}. Check that it may be, or start Parley with another one: --user-data.`,
    { data: { folder }, cause },
  )
}
