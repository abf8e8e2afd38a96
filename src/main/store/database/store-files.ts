import { lstatSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

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
  const database = behindLink(join(dataFolder, 'parley.db'))
  return {
    database,
    next: `${database}.next`,
    openMark: join(dataFolder, 'parley.db.open'),
    plan: join(dataFolder, 'store-plan.json'),
    notices: join(dataFolder, 'notices.json'),
    snapshots: join(dataFolder, 'snapshots'),
    setAside: join(dirname(database), 'set-aside'),
  }
}

/** SQLite keeps its log beside the file that a link leads to; what is renamed there must not be the link. */
function behindLink(path: string): string {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path
  } catch {
    // It is not there, or leads nowhere: then it is made where the link says.
    return path
  }
}

/** What SQLite adds to the name of a database. The journal is there for a moment, before a file has its first log. */
export const databaseSuffixes = ['', '-wal', '-shm', '-journal'] as const

/** Removes what an earlier attempt left. */
export function removeNext(files: StoreFiles): void {
  for (const suffix of databaseSuffixes) rmSync(`${files.next}${suffix}`, { force: true })
}
