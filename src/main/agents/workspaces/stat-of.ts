import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'

/** What is at a path, of a link the link itself; null where nothing is. @throws what the file system says otherwise */
export async function statOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null
    throw error
  }
}

/** Whether a file is there that may be looked at and is no larger; a link, a pipe or a folder is none. */
export async function isFile(path: string, largestBytes = Infinity): Promise<boolean> {
  try {
    const found = await lstat(path)
    return found.isFile() && found.size <= largestBytes
  } catch {
    // It is not there, or may not be looked at.
    return false
  }
}
