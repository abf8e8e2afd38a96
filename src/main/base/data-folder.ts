import { mkdirSync } from 'node:fs'

import { ParleyError } from '../../shared/errors'

/** Makes the data folder, for its owner only, when it is not there. @throws INTERNAL it cannot be made */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw unwritableFolderError(folder, error)
  }
}

/** What people are told of a data folder that nothing can be written to. */
export function unwritableFolderError(folder: string, cause: unknown): ParleyError {
  const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new ParleyError(
    'INTERNAL',
    `The data folder ${folder} cannot be written${reason}. Check that it may be, or start Parley with another one: --user-data.`,
    { data: { folder }, cause },
  )
}
