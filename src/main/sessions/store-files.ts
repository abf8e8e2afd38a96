import { join } from 'node:path'

/** Where in a data folder the store keeps what. */
export interface StoreFiles {
  /** The database; beside it SQLite's own, under the same name with `-wal` and `-shm`. */
  readonly database: string
  /** A database that is being made to take its place. */
  readonly next: string
  /** There as long as a process has the database open: one that finds it knows that the last one was cut off. */
  readonly openMark: string
  /** What is to be done before the database is opened the next time. */
  readonly plan: string
  readonly notices: string
  readonly snapshots: string
  /** Files that were found damaged. Nothing here is ever removed by Parley. */
  readonly setAside: string
}

export function storeFiles(dataFolder: string): StoreFiles {
  return {
    database: join(dataFolder, 'parley.db'),
    next: join(dataFolder, 'parley.db.next'),
    openMark: join(dataFolder, 'parley.db.open'),
    plan: join(dataFolder, 'store-plan.json'),
    notices: join(dataFolder, 'notices.json'),
    snapshots: join(dataFolder, 'snapshots'),
    setAside: join(dataFolder, 'set-aside'),
  }
}

/** What SQLite adds to the name of a database. */
export const databaseSuffixes = ['', '-wal', '-shm'] as const
