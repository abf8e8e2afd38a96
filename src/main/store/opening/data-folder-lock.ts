import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { makeDataFolder, unwritableFolderError } from '../../data-folder/data-folder'
import { lockFile } from '../database/database'
import { isStoreFailure } from '../database/store-errors'

/** One process's claim to a data folder. */
export interface DataFolderLock {
  /** Gives the folder up. Calling it again does nothing. */
  release(): void
}

/**
 * Makes `folder` (for its owner only) when it is not there, and claims it for this process. To be called before
 * anything else in the folder is touched. The claim ends with `release`, or with the process however it ends.
 * @throws DATA_FOLDER_IN_USE another process, or this one, holds it; `data.pid` is the holder or null
 * @throws INTERNAL the folder cannot be made or written
 */
export function lockDataFolder(folder: string): DataFolderLock {
  const pidFile = join(folder, 'lock.pid')
  const unlock = lockIn(folder)
  if (unlock === null) throw inUseError(folder, livingPid(pidFile))
  try {
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  } catch {
    // The number only serves the message of the next one who comes; the lock holds without it.
  }
  let isReleased = false
  return {
    release() {
      if (isReleased) return
      isReleased = true
      // Before the unlock: afterwards the file may already be the next holder's.
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
    if (isStoreFailure(error)) throw error
    throw unwritableFolderError(folder, error instanceof ParleyError ? error.cause : error)
  }
}

function inUseError(folder: string, pid: number | null): ParleyError {
  return pid === null
    ? failure('DATA_FOLDER_IN_USE', 'in-use', { folder, pid })
    : failure('DATA_FOLDER_IN_USE', 'in-use-by', { folder, pid })
}

/** The holder as it named itself; null when it did not, or when the number is a dead process's. */
function livingPid(pidFile: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    return pid > 0 && isAlive(pid) ? pid : null
  } catch {
    // No such file: the holder has not written it yet, or could not.
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not allowed to signal it means that it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
