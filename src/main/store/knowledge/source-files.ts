import {
  closeSync,
  constants,
  type Dir,
  type Dirent,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readSync,
  realpathSync,
} from 'node:fs'
import { join, sep } from 'node:path'

import { knowledgeLimits } from '../../../shared/knowledge/knowledge'

/** A regular file in a folder. */
export interface FolderFile {
  /** Relative to the folder, with `/`. */
  path: string
  sizeBytes: number
  /** Changes whenever the file does. */
  stamp: string
}

/** The limits of a walk. */
type WalkLimits = Readonly<Record<'files' | 'entries' | 'depth' | 'fileBytes' | 'folderBytes', number>>

/** Folders that tools create and fill. */
const skippedFolders = new Set(['node_modules', '__pycache__', 'bower_components', 'venv'])

/** Entries that are looked at between two turns. */
const entriesPerTurn = 500

/**
 * Finds the regular files of a folder, by path. Symbolic links are not followed, and names that begin with a dot are
 * skipped: they belong to programs, and some hold keys. Null after every few hundred entries. Returns whether the limits
 * ended it.
 * @throws what the system says about the folder itself; folders in it that cannot be read are skipped
 */
export function* walkFolder(
  root: string,
  excluded: ReadonlySet<string>,
  limits: WalkLimits = knowledgeLimits,
): Generator<FolderFile | null, { isCut: boolean }> {
  let [entryCount, fileCount, totalBytes] = [0, 0, 0]
  // A loop, because a folder can be nested deeper than the stack allows.
  const open: { folder: string; depth: number }[] = [{ folder: '', depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { folder, depth } = next
    const folders: string[] = []
    for (const entry of entriesOf(join(root, folder), { isRoot: folder === '' })) {
      entryCount += 1
      if (entryCount > limits.entries) return { isCut: true }
      if (entryCount % entriesPerTurn === 0) yield null
      if (entry.name.startsWith('.')) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        const isSkipped = skippedFolders.has(entry.name) || excluded.has(join(root, path))
        if (!isSkipped && depth < limits.depth) folders.push(path)
        continue
      }
      const file = entry.isFile() ? fileAt(root, path) : null
      if (file === null) continue
      fileCount += 1
      // A large file is listed, but not read.
      totalBytes += file.sizeBytes > limits.fileBytes ? 0 : file.sizeBytes
      if (fileCount > limits.files || totalBytes > limits.folderBytes) return { isCut: true }
      yield file
    }
    for (const path of folders.toSorted().toReversed()) open.push({ folder: path, depth: depth + 1 })
  }
  return { isCut: false }
}

/** The file at `path`; null if it is none, or gone. */
export function fileAt(root: string, path: string): FolderFile | null {
  try {
    const stats = lstatSync(join(root, path), { bigint: true })
    if (!stats.isFile()) return null
    const stamp = [stats.size, stats.mtimeNs, stats.ctimeNs, stats.ino].join(' ')
    return { path, sizeBytes: Number(stats.size), stamp }
  } catch {
    // Removed in the meantime, or not accessible.
    return null
  }
}

function* entriesOf(folder: string, { isRoot }: { isRoot: boolean }): Generator<Dirent> {
  let handle: Dir
  try {
    // `.` follows no link: the name must be a folder itself.
    if (!isRoot && !lstatSync(folder).isDirectory()) return
    handle = opendirSync(folder, { bufferSize: 256 })
  } catch (error) {
    if (isRoot) throw error
    return
  }
  try {
    for (let entry = handle.readSync(); entry !== null; entry = handle.readSync()) yield entry
  } catch (error) {
    // It was removed, or its disk failed.
    if (isRoot) throw error
  } finally {
    handle.closeSync()
  }
}

/** A file as it was read, or why it was not. */
type FileReading =
  | { bytes: Buffer; problem?: never }
  | { bytes?: never; problem: 'too-large' | 'unreadable' | 'changing' }

/** The first two are absent on Windows, where there is nothing that they protect from. */
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants

/**
 * Reads a regular file inside `root`, which is a real path, up to `maxBytes`. Never follows a link, not even one that
 * takes the place of a folder in the meantime, and never waits for a pipe or device.
 */
export function readFileInside(root: string, path: string, maxBytes: number): FileReading {
  const full = join(root, ...path.split('/'))
  try {
    if (!lstatSync(full).isFile()) return { problem: 'unreadable' }
    const file = openSync(full, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const before = fstatSync(file)
      if (!before.isFile() || !isAt(full, before)) return { problem: 'unreadable' }
      if (before.size > maxBytes) return { problem: 'too-large' }
      const bytes = read(file, before.size)
      const after = fstatSync(file)
      const isStill = after.size === before.size && after.mtimeMs === before.mtimeMs
      return isStill && bytes.length === before.size ? { bytes } : { problem: 'changing' }
    } finally {
      closeSync(file)
    }
  } catch {
    // Gone, or not accessible.
    return { problem: 'unreadable' }
  }
}

/** True if the opened file is the one at this path, and no part of the path is a link. */
function isAt(full: string, opened: { ino: number; dev: number }): boolean {
  const real = realpathSync.native(full)
  // Windows and macOS may spell a name differently.
  const isSame =
    sep === '\\' ? real.toLowerCase() === full.toLowerCase() : real.normalize() === full.normalize()
  const { ino, dev } = lstatSync(full)
  return isSame && ino === opened.ino && dev === opened.dev
}

/** One byte more than the file should have shows that it has grown. */
function read(file: number, sizeBytes: number): Buffer {
  const buffer = Buffer.alloc(sizeBytes + 1)
  let length = 0
  while (length < buffer.length) {
    const count = readSync(file, buffer, length, buffer.length - length, null)
    if (count === 0) break
    length += count
  }
  return buffer.subarray(0, length)
}
