import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'

import { errorCode } from '../../../base/error-code'

/** The stats of a path, without following a link; null when nothing is there. @throws other file system errors */
export async function statOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

/** True if the path is a readable file of at most this size; a link, a pipe or a folder is not. */
export async function isFile(path: string, largestBytes = Infinity): Promise<boolean> {
  try {
    const found = await lstat(path)
    return found.isFile() && found.size <= largestBytes
  } catch {
    // Missing or not readable.
    return false
  }
}
