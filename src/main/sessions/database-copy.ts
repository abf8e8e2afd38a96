import {
  closeSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

import type { Clock } from '../base/clock'
import { openReadOnly, type ReadOnlyDatabase } from './database'

const prefix = 'parley-mcp-'
/** No copy takes so long to be made: an older one was left by a process that was killed. */
const leftAfterMs = 60 * 60 * 1_000
/** Where the header says whether a file has a write-ahead log, twice. @see https://www.sqlite.org/fileformat.html */
const logFlagAt = 18
const noLog = Buffer.from([1, 1])

/**
 * A private copy of a database that is only read. Its file is removed as soon as it is open, so that nothing of it is
 * left whatever becomes of this process; where the system keeps open files, as Windows does, it goes with `close`.
 */
export class DatabaseCopy {
  readonly database: ReadOnlyDatabase
  readonly #folder: string

  private constructor(database: ReadOnlyDatabase, folder: string) {
    this.database = database
    this.#folder = folder
  }

  /** Copies the file into a folder of its own in `place`. @throws what the file system or SQLite says; then nothing is left */
  static of(file: string, place: string, clock: Clock): DatabaseCopy {
    removeLeftCopies(place)
    const folder = mkdtempSync(join(place, prefix))
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

/** A reader would make a log beside the file, which nobody could remove. */
function forgetLog(path: string): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, noLog, 0, noLog.length, logFlagAt)
  } finally {
    closeSync(file)
  }
}

function removeLeftCopies(place: string): void {
  for (const name of namesIn(place)) {
    const folder = join(place, name)
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    if (stats?.isDirectory() !== true || stats.uid !== (process.getuid?.() ?? stats.uid)) continue
    if (stats.mtimeMs < Date.now() - leftAfterMs) removeFolder(folder)
  }
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place).filter((name) => name.startsWith(prefix))
  } catch {
    // What cannot be listed has nothing that could be removed.
    return []
  }
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It is open on Windows, or another process removes it.
  }
}
