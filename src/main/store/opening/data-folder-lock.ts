import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { isAlive } from '../../base/process-stat'
import { makeDataFolder, unwritableFolderError } from '../../data-folder/data-folder'
import { lockFile } from '../database/database-file'

/** A process's lock on a data folder. */
export interface DataFolderLock {
  /** Releases the folder. Calling it again does nothing. */
  release(): void
}

/**
 * Creates `folder` (for its owner only) if needed, and locks it for this process. Call this before touching anything
 * else in the folder. The lock ends with `release`, or when the process ends for any reason.
 * @throws DATA_FOLDER_IN_USE another process, or this one, holds it; `data.pid` is the holder or null
 * @throws INTERNAL the folder cannot be created or written, or the database's native module cannot be loaded
 * @throws STORE_FULL, STORE_DAMAGED
 */
export function lockDataFolder(folder: string): DataFolderLock {
  const pidFile = join(folder, 'lock.pid')
  const unlock = lockIn(folder)
  if (unlock === null) throw inUseError(folder, livingPid(pidFile))
  try {
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  } catch {
    // The pid is only for the error message of the next process; the lock works without it.
  }
  let isReleased = false
  return {
    release() {
      if (isReleased) return
      isReleased = true
      // Before unlocking: afterwards the file may belong to the next holder.
      rmSync(pidFile, { force: true })
      unlock()
    },
  }
}

function lockIn(folder: string): (() => void) | null {
  makeDataFolder(folder)
  try {
    return lockFile(join(folder, 'lock.db'))
  } catch (error) {
    const isForbidden = error instanceof ParleyError && error.data?.['reason'] === 'permission'
    throw isForbidden ? unwritableFolderError(folder, error.cause) : error
  }
}

function inUseError(folder: string, pid: number | null): ParleyError {
  return pid === null
    ? failure('DATA_FOLDER_IN_USE', 'in-use', { folder, pid })
    : failure('DATA_FOLDER_IN_USE', 'in-use-by', { folder, pid })
}

/** The holder's recorded pid; null when there is none or that process is dead. */
function livingPid(pidFile: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    return pid > 0 && isAlive(pid) ? pid : null
  } catch {
    // The holder has not written the file yet, or could not.
    return null
  }
}
