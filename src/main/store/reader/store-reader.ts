import { existsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'

import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import type { ReadableDatabase } from '../database/database'
import { newestVersion } from '../database/migrations/migrations'
import { newerVersionError, storeError } from '../database/store-errors'
import { storeFiles } from '../database/store-files'
import { withReadOnly } from '../database/with-read-only'
import { DatabaseCopy } from './database-copy'

/**
 * Reads the store of a data folder that another Parley may be using. Writes nothing there and takes no lock; the file
 * itself is open only while it is read.
 */
export class StoreReader {
  readonly #dataFolder: string
  readonly #clock: Clock
  readonly #copiesFolder: string
  #copy: { copy: DatabaseCopy; stamp: string } | null = null

  /** `copiesFolder` is where a copy may be made. */
  constructor(dataFolder: string, clock: Clock, copiesFolder = tmpdir()) {
    this.#dataFolder = dataFolder
    this.#clock = clock
    this.#copiesFolder = copiesFolder
  }

  /**
   * The result of `work`, or `whenMissing` if there is no store.
   * @throws STORE_DAMAGED, also for a version that this Parley cannot read; STORE_FULL
   */
  read<Result>(whenMissing: Result, work: (database: ReadableDatabase) => Result): Result {
    const workIn = (database: ReadableDatabase) => (isEmpty(database) ? whenMissing : work(database))
    try {
      const copy = this.#copyToRead()
      if (copy === 'nothing') return whenMissing
      if (copy !== 'itself') return workIn(copy.database)
      const { database: file } = storeFiles(this.#dataFolder)
      return withReadOnly(file, workIn, this.#clock)
    } catch (error) {
      throw storeError(error)
    }
  }

  /** Removes any copy. */
  close(): void {
    const known = this.#copy
    this.#copy = null
    known?.copy.close()
  }

  /**
   * Reads the file itself if it has a log: then a Parley has it open, or was killed. Without a log even a reader would
   * create one, which would hide from the next start that one was lost; since nobody writes to the file then, a copy is
   * equivalent.
   */
  #copyToRead(): DatabaseCopy | 'itself' | 'nothing' {
    const { database } = storeFiles(this.#dataFolder)
    const hasLog = () => existsSync(`${database}-wal`)
    const stats = statSync(database, { throwIfNoEntry: false, bigint: true })
    const stamp = [stats?.dev, stats?.ino, stats?.size, stats?.mtimeNs].join(' ')
    if (!hasLog() && this.#copy?.stamp === stamp) return this.#copy.copy
    // The copy is outdated.
    this.close()
    if (hasLog()) return 'itself'
    if (stats === undefined || stats.size === 0n) return 'nothing'
    const copy = DatabaseCopy.of(database, this.#copiesFolder, this.#clock)
    if (hasLog()) {
      // A Parley has started, so the copy may contain half of a change.
      copy.close()
      return 'itself'
    }
    this.#copy = { copy, stamp }
    return copy
  }
}

/** @throws STORE_DAMAGED its version is newer or older than that of this Parley, which only the app can migrate */
function isEmpty(database: ReadableDatabase): boolean {
  const version = database.query<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0
  if (version > newestVersion) throw newerVersionError(version, newestVersion)
  if (version > 0 && version < newestVersion) throw failure('STORE_DAMAGED', 'older-version', { version })
  return version === 0
}
