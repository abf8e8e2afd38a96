import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a new file that only its owner can read, and waits until it is on the disk. */
export function writeSyncedFile(path: string, content: string | Buffer): void {
  const handle = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Waits until what was written to a file is on the disk. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes what was created, renamed or removed in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(join(folder, '.'), 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Not every system lets a folder be opened; there a rename is as durable as that system makes it.
  }
}
