import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'

/** A file as it was read, or why it was not. */
export type FileReading =
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
