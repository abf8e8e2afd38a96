import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'

import { framesOf, hasChecksum, type Checksum, checksumOfFrame } from '../../database/write-ahead-log'

/** The page size of every Parley database. */
export const pageBytes = 4096
const logHeaderBytes = 32
const frameHeaderBytes = 24
/** A longer free list must be a cycle. */
const maxTrunks = 1_000_000

/**
 * The pages of a database file and its log as raw bytes, whether or not SQLite accepts them: each in its newest
 * version.
 * @see https://www.sqlite.org/fileformat2.html
 */
export class PageFile {
  readonly #handle: number | null
  readonly #log: number | null
  /** The offset in the log of each page's newest version. */
  readonly #logged = new Map<number, number>()
  readonly #filePages: number
  readonly #isFree: ReadonlySet<number>

  constructor(file: string) {
    this.#handle = openIfThere(file)
    this.#filePages = this.#handle === null ? 0 : Math.ceil(fstatSync(this.#handle).size / pageBytes)
    this.#log = openIfThere(`${file}-wal`)
    if (this.#log !== null) this.#findFrames(this.#log)
    this.#isFree = this.#freePages()
  }

  /** Every page in use, as far as can be determined, with its number, counted from 1. */
  *pages(): Generator<{ number: number; bytes: Buffer }, void> {
    const last = Math.max(this.#filePages, ...this.#logged.keys())
    for (let number = 1; number <= last; number += 1) {
      if (this.#isFree.has(number)) continue
      const bytes = this.page(number)
      if (bytes !== null) yield { number, bytes }
    }
  }

  /** Null when there is no such page; a truncated page is filled with zeros. */
  page(number: number): Buffer | null {
    const at = this.#logged.get(number)
    const bytes = Buffer.alloc(pageBytes)
    if (this.#log !== null && at !== undefined) {
      readSync(this.#log, bytes, 0, pageBytes, at)
      return bytes
    }
    if (this.#handle === null || number < 1 || number > this.#filePages) return null
    readSync(this.#handle, bytes, 0, pageBytes, (number - 1) * pageBytes)
    return bytes
  }

  close(): void {
    for (const handle of [this.#handle, this.#log]) if (handle !== null) closeSync(handle)
  }

  /** Includes frames after a broken one, where SQLite stops. */
  #findFrames(log: number): void {
    const start = Buffer.alloc(logHeaderBytes + frameHeaderBytes)
    readSync(log, start, 0, start.length, 0)
    const magic = start.readUInt32BE(0)
    const isBigEndian = magic === 0x377f0683
    // The salt in the header or, if that is damaged, in the first frame.
    const saltAt = isBigEndian || magic === 0x377f0682 ? 16 : logHeaderBytes + 8
    const salt = start.subarray(saltAt, saltAt + 8)
    let uncommitted: [number, number][] = []
    let before: Checksum = [start.readUInt32BE(24), start.readUInt32BE(28)]
    let isBeforeGood = true
    for (const { at, frame } of framesOf(log, pageBytes)) {
      // After a broken frame the next cannot be verified, and is usually good.
      const isGood: boolean =
        !isBeforeGood || hasChecksum(checksumOfFrame(before, frame, isBigEndian), frame, 16)
      before = [frame.readUInt32BE(16), frame.readUInt32BE(20)]
      isBeforeGood = isGood
      if (!isGood || !frame.subarray(8, 16).equals(salt)) continue
      uncommitted.push([frame.readUInt32BE(0), at + frameHeaderBytes])
      // The commit frame contains the size of the database after the transaction.
      if (frame.readUInt32BE(4) === 0) continue
      for (const [page, place] of uncommitted) this.#logged.set(page, place)
      uncommitted = []
    }
  }

  #freePages(): ReadonlySet<number> {
    const free = new Set<number>()
    const first = this.page(1)
    if (first === null || first.toString('latin1', 0, 15) !== 'SQLite format 3') return free
    let trunk = first.readUInt32BE(32)
    for (let count = 0; trunk !== 0 && count < maxTrunks && !free.has(trunk); count += 1) {
      const bytes = this.page(trunk)
      if (bytes === null) break
      free.add(trunk)
      const leaves = Math.min(bytes.readUInt32BE(4), pageBytes / 4 - 2)
      for (let leaf = 0; leaf < leaves; leaf += 1) free.add(bytes.readUInt32BE(8 + leaf * 4))
      trunk = bytes.readUInt32BE(0)
    }
    return free
  }
}

function openIfThere(path: string): number | null {
  return existsSync(path) ? openSync(path, 'r') : null
}
