import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type BigIntStats } from 'node:fs'

import { fileFailure, fileRefusal } from './file-failure'
import { type FolderPlace, type HeldFolder, withFolder } from './held-folder'

/** Absent on Windows, where nothing needs them. */
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants

/** A file as it was read. */
export interface ReadFile {
  bytes: Buffer
  /** The permissions, as in `chmod`. */
  mode: number
}

/** Calls `use` with the folder of a file and the file's name in it. @throws NOT_FOUND, INVALID_INPUT */
export function inFolderOf<Result>(
  place: FolderPlace,
  names: readonly string[],
  use: (folder: HeldFolder, name: string) => Result,
): Result {
  const name = names.at(-1)
  if (name === undefined) throw fileRefusal('folder', names)
  return withFolder(place, names.slice(0, -1), (folder) => {
    try {
      return use(folder, name)
    } catch (error) {
      throw fileFailure(error, names)
    }
  })
}

/**
 * Reads a regular file of a folder. Follows no link, opens no device, does not wait for a pipe, and refuses what is larger
 * than `maxBytes` or changes while it is read.
 * @throws NOT_FOUND, INVALID_INPUT
 */
export function readFileOf(place: FolderPlace, names: readonly string[], maxBytes: number): ReadFile {
  return inFolderOf(place, names, (folder, name) => readIn(folder, name, names, maxBytes))
}

/** Like `readFileOf`, in an open folder. `names` lead to the file, for errors. */
export function readIn(
  folder: HeldFolder,
  name: string,
  names: readonly string[],
  maxBytes: number,
): ReadFile {
  const path = folder.at(name)
  const seen = lstatSync(path, { bigint: true })
  assertFile(seen, names)
  const handle = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const before = fstatSync(handle, { bigint: true })
    assertFile(before, names)
    // The opened file must be the one that was checked, in a folder that has not been replaced.
    folder.assertSame()
    const there = lstatSync(path, { bigint: true })
    if (!isSame(before, seen) || !isSame(before, there)) throw fileRefusal('moved', names)
    if (before.size > BigInt(maxBytes)) throw fileRefusal('large', names)
    const bytes = readAll(handle, Number(before.size))
    const after = fstatSync(handle, { bigint: true })
    if (after.mtimeNs !== before.mtimeNs || after.size !== BigInt(bytes.length)) {
      throw fileRefusal('moved', names)
    }
    return { bytes, mode: Number(before.mode) & 0o7777 }
  } finally {
    closeSync(handle)
  }
}

/** @throws INVALID_INPUT it is a link, a folder, a pipe, a socket or a device */
function assertFile(stats: BigIntStats, names: readonly string[]): void {
  if (stats.isFile()) return
  if (stats.isSymbolicLink()) throw fileRefusal('link', names)
  throw fileRefusal(stats.isDirectory() ? 'folder' : 'special', names)
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino === other.ino && one.dev === other.dev
}

/** One byte more than the file should have shows that it has grown. */
function readAll(handle: number, sizeBytes: number): Buffer {
  const buffer = Buffer.alloc(sizeBytes + 1)
  let length = 0
  while (length < buffer.length) {
    const count = readSync(handle, buffer, length, buffer.length - length, null)
    if (count === 0) break
    length += count
  }
  return buffer.subarray(0, length)
}
