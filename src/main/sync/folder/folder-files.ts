import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'

import { errorCode } from '../../base/error-code'
import { syncFolder } from '../../base/files/synced-files'

/** Why the folder cannot be used now. Everything continues when it can be used again. */
export interface FolderTrouble {
  kind: 'trouble'
  /**
   * `gone`: no such folder, or an empty mount point; `refused`: no permission, or read-only; `full`: no space or quota;
   * `failed`: anything else.
   */
  reason: 'gone' | 'refused' | 'full' | 'failed'
  message: string
}

/** The folder lacks the key that it was opened with, as an empty mount point does. */
export const folderIsGone: FolderTrouble = {
  kind: 'trouble',
  reason: 'gone',
  message: 'the key is not there',
}

/** Dropbox, OneDrive, iCloud Drive and Nextcloud do not carry files that are named like this. */
const temporaryName = /^~([0-9a-f]{8})[0-9a-f]{24}\.tmp$/
/** A writer that is still alive renews the time of its file more often. */
const leftoverAfterMs = 24 * 60 * 60 * 1000

/** Runs work on the folder. What the system refuses becomes a `FolderTrouble`. */
export async function inFolder<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result | FolderTrouble> {
  try {
    return await work()
  } catch (error) {
    if (!isSystemError(error)) throw error
    return { kind: 'trouble', reason: reasonOf(errorCode(error) ?? '', folder), message: error.message }
  }
}

/** True for an error of a system call. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && typeof error.syscall === 'string'
}

/** The state of a regular file; null for anything else, such as a link or a device, and for a file that is gone. */
export function fileStats(path: string): Stats | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isFile() === true ? stats : null
}

/** Opens a regular file for reading; null if it is something else. Never waits for a pipe. @throws a system error */
export function openFile(path: string): number | null {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>
  const handle = openSync(path, (O_RDONLY ?? 0) | O_NOFOLLOW | O_NONBLOCK)
  if (fstatSync(handle).isFile()) return handle
  closeSync(handle)
  return null
}

/** A file to write: under another name until it is complete. */
export interface NewFile {
  folder: string
  name: string
  /** Eight hexadecimal digits that mark the writer's temporary files. */
  mark: string
  /** Writes the content; false if it is not to be kept. */
  write: (handle: number) => Promise<boolean>
  /** Called when the content is on disk; what it throws keeps the file from appearing. */
  beforeRename?: () => void | Promise<void>
}

/** Writes a file that appears complete or not at all. @throws a system error, or what a callback throws */
export async function writeNewFile({ folder, name, mark, write, beforeRename }: NewFile): Promise<boolean> {
  const temporary = join(folder, `~${mark}${randomBytes(12).toString('hex')}.tmp`)
  const handle = openSync(temporary, 'wx')
  let isWritten = false
  try {
    try {
      if (!(await write(handle))) return false
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    await beforeRename?.()
    renameSync(temporary, join(folder, name))
    isWritten = true
  } finally {
    if (!isWritten) removeIfPossible(temporary)
  }
  syncFolder(folder)
  return true
}

/** Removes what crashed writes with these marks left. */
export function removeLeftovers(
  folder: string,
  names: readonly string[],
  marks: readonly string[],
  now: number,
): void {
  for (const name of names) {
    if (!marks.includes(temporaryName.exec(name)?.[1] ?? '')) continue
    const path = join(folder, name)
    if ((fileStats(path)?.mtimeMs ?? now) < now - leftoverAfterMs) removeIfPossible(path)
  }
}

/** Removes a file; one that cannot be removed stays. */
export function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The folder is gone, or another program has the file open; the next cleaning removes it.
  }
}

function reasonOf(code: string, folder: string): FolderTrouble['reason'] {
  if (!existsSync(folder)) return 'gone'
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return 'refused'
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code) ? 'full' : 'failed'
}
