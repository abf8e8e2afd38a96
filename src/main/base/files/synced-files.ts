import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a new file, readable by its owner only, and flushes it to disk. */
export function writeSyncedFile(path: string, content: string | Buffer): void {
  const handle = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Flushes a written file to disk. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Flushes a folder, so that files created, renamed or removed in it survive a power cut. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(join(folder, '.'), 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Not every system can open a folder; there, a rename is as durable as the system makes it.
  }
}
