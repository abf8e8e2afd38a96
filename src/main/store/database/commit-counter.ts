import { closeSync, constants, fsyncSync, openSync, readSync, writeSync } from 'node:fs'

/** Digits with leading blanks and a line break: each write replaces the one before at once. */
const recordBytes = 16
/**
 * The offset of `PRAGMA application_id` in the file: Parley counts commits there, so that each is in its own
 * transaction.
 */
export const applicationIdAt = 68
/** The application id is a signed number of 32 bits; at ten commits a second, it lasts for seven years. */
const maxCommits = 2_147_483_647

/**
 * The number of commits, in a file beside the database. The file only has commits that survive a power cut, so that it is
 * never ahead of the database. A larger number means that the database, or its log, is an older copy.
 */
export class CommitCounter {
  #handle: number | null
  #count: number
  readonly #record = Buffer.alloc(recordBytes)

  /** @throws the file cannot be opened or written */
  constructor(path: string, count: number) {
    this.#handle = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    this.#count = count
    try {
      this.#write()
    } catch (error) {
      // Windows also opens a folder, and deletes nothing that is open.
      closeSync(this.#handle)
      throw error
    }
  }

  /** The number for a commit that is about to be made. */
  get next(): number {
    return this.#count < maxCommits ? this.#count + 1 : this.#count
  }

  /** A commit was made, which a power cut may still undo. */
  committed(): void {
    this.#count = this.next
  }

  /** All commits are on the disk. This need not be: a power cut leaves a smaller number, which says nothing. */
  flushed(): void {
    try {
      this.#write()
    } catch {
      // The commits are made; the smaller number that stays says nothing.
    }
  }

  /** Call it after the database was closed. */
  close(): void {
    this.flushed()
    const handle = this.#handle
    this.#handle = null
    if (handle === null) return
    try {
      fsyncSync(handle)
    } catch {
      // As for a commit.
    } finally {
      closeSync(handle)
    }
  }

  #write(): void {
    this.#record.write(`${String(this.#count).padStart(recordBytes - 1)}\n`, 'latin1')
    if (this.#handle !== null) writeSync(this.#handle, this.#record, 0, recordBytes, 0)
  }
}

/** The number of commits that a counter's file names; null without a readable one. */
export function countedCommits(path: string): number | null {
  const text = bytesAt(path, 0, recordBytes)?.toString('latin1') ?? ''
  return /^ *\d+\n$/.test(text) ? Number(text) : null
}

/** The number of commits in the database file itself, without its log; null without a whole header. */
export function commitsInFile(path: string): number | null {
  return bytesAt(path, applicationIdAt, 4)?.readInt32BE(0) ?? null
}

function bytesAt(path: string, position: number, length: number): Buffer | null {
  try {
    const handle = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(length)
      return readSync(handle, bytes, 0, length, position) === length ? bytes : null
    } finally {
      closeSync(handle)
    }
  } catch {
    // Missing or not readable: nothing is known.
    return null
  }
}
