import { lstatSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The paths of the store's files in a data folder. */
export interface StoreFiles {
  /** The database. SQLite keeps its own files beside it, with `-wal` and `-shm` appended to the name. */
  readonly database: string
  /** A new database that will replace it. */
  readonly next: string
  /** Exists while a process has the database open: if it is found at a start, the last process did not end cleanly. */
  readonly openMark: string
  /** The number of commits: the database and its log must not have fewer. */
  readonly commits: string
  /** The file with the steps to take before the database is opened the next time. */
  readonly plan: string
  readonly notices: string
  readonly snapshots: string
  /** Files that were found damaged. Parley never removes anything here. */
  readonly setAside: string
}

/** The files of the store in this data folder. */
export function storeFiles(dataFolder: string): StoreFiles {
  const database = behindLink(join(dataFolder, 'parley.db'))
  return {
    database,
    next: `${database}.next`,
    openMark: join(dataFolder, 'parley.db.open'),
    commits: join(dataFolder, 'store-commits'),
    plan: join(dataFolder, 'store-plan.json'),
    notices: join(dataFolder, 'notices.json'),
    snapshots: join(dataFolder, 'snapshots'),
    setAside: join(dirname(database), 'set-aside'),
  }
}

/** SQLite keeps its log beside the target of a link, and renaming must not replace the link. */
function behindLink(path: string): string {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path
  } catch {
    // Missing, or a dangling link: the file is created where the link points.
    return path
  }
}

/** Suffixes that SQLite appends to the name of a database. A journal exists only until a file has its first log. */
export const databaseSuffixes = ['', '-wal', '-shm', '-journal'] as const

/** Removes leftovers of an earlier attempt. */
export function removeNext(files: StoreFiles): void {
  for (const suffix of databaseSuffixes) rmSync(`${files.next}${suffix}`, { force: true })
}
