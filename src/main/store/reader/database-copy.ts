import { closeSync, constants, copyFileSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import type { Clock } from '../../base/clock'
import { makeOwnedFolder, removeFolder, removeLeftoverFolders } from '../../base/files/owned-folder'
import { openReadOnly, type ReadOnlyDatabase } from '../database/database'

/**
 * The offset of the two header bytes that say whether a file has a write-ahead log.
 * @see https://www.sqlite.org/fileformat.html
 */
const logFlagAt = 18
const noLog = Buffer.from([1, 1])

/**
 * A private copy of a database, for reading only. Its file is removed as soon as it is open, so that nothing is left
 * however this process ends; on systems that keep open files, such as Windows, `close` removes it.
 */
export class DatabaseCopy {
  readonly database: ReadOnlyDatabase
  readonly #folder: string

  private constructor(database: ReadOnlyDatabase, folder: string) {
    this.database = database
    this.#folder = folder
  }

  /**
   * Copies the file into a new folder in `place`.
   * @throws the error of the file system or SQLite; nothing is left then
   */
  static of(file: string, place: string, clock: Clock): DatabaseCopy {
    removeLeftoverFolders(place)
    const folder = makeOwnedFolder('mcp', place)
    try {
      const path = join(folder, 'parley.db')
      copyFileSync(file, path, constants.COPYFILE_FICLONE)
      forgetLog(path)
      const copy = new DatabaseCopy(openReadOnly(path, { clock, onSlowStatement: () => {} }), folder)
      copy.#remove()
      return copy
    } catch (error) {
      removeFolder(folder)
      throw error
    }
  }

  close(): void {
    this.database.close()
    this.#remove()
  }

  #remove(): void {
    removeFolder(this.#folder)
  }
}

/** Otherwise a reader would create a log beside the file, which nobody could remove. */
function forgetLog(path: string): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, noLog, 0, noLog.length, logFlagAt)
  } finally {
    closeSync(file)
  }
}
