import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'

import { type Checksum, checksumOfFrame, framesOf, hasChecksum } from '../database/write-ahead-log'

/** The page size of every Parley database. */
const pageBytes = 4096
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

/** A value of a record. The tables that are carved contain no bytes. */
export type RecordValue = string | number | null

/** A record on a page. `number` is its row number; null in an index. */
interface PageRecord {
  number: number | null
  values: RecordValue[]
}

const tableLeaf = 0x0d
const indexLeaf = 0x0a
const indexInterior = 0x02
/** A longer length exceeds SQLite's limit and is invalid. */
const maxPayloadBytes = 1_000_000_000

/**
 * The records of one page of a table or an index; none for other pages. Inconsistent records are skipped, and a text
 * whose end is on a lost page is truncated.
 * @see https://www.sqlite.org/fileformat2.html#b_tree_pages
 */
export function recordsOf(file: PageFile, page: { number: number; bytes: Buffer }): PageRecord[] {
  const { bytes } = page
  const start = page.number === 1 ? 100 : 0
  const kind = bytes[start]
  if (kind !== tableLeaf && kind !== indexLeaf && kind !== indexInterior) return []
  const pointers = start + (kind === indexInterior ? 12 : 8)
  const count = Math.min(bytes.readUInt16BE(start + 3), (pageBytes - pointers) / 2)
  const records: PageRecord[] = []
  for (let cell = 0; cell < count; cell += 1) {
    const at = bytes.readUInt16BE(pointers + cell * 2)
    if (at < pointers || at >= pageBytes - 4) continue
    const record = recordAt(file, bytes, kind, at + (kind === indexInterior ? 4 : 0))
    if (record !== null) records.push(record)
  }
  return records
}

function recordAt(file: PageFile, bytes: Buffer, kind: number, at: number): PageRecord | null {
  const size = readVarint(bytes, at)
  if (size === null || size.value > maxPayloadBytes) return null
  let from = size.end
  let number: number | null = null
  if (kind === tableLeaf) {
    const key = readVarint(bytes, from)
    if (key === null) return null
    number = key.value
    from = key.end
  }
  const values = decode(payload(file, bytes, { from, size: size.value, isTable: kind === tableLeaf }))
  return values === null ? null : { number, values }
}

function payload(
  file: PageFile,
  bytes: Buffer,
  { from, size, isTable }: { from: number; size: number; isTable: boolean },
): Buffer {
  const most = isTable ? pageBytes - 35 : Math.floor(((pageBytes - 12) * 64) / 255) - 23
  if (size <= most) return bytes.subarray(from, from + size)
  const least = Math.floor(((pageBytes - 12) * 32) / 255) - 23
  const wanted = least + ((size - least) % (pageBytes - 4))
  const local = wanted <= most ? wanted : least
  if (from + local + 4 > pageBytes) return bytes.subarray(from)
  const pieces = [bytes.subarray(from, from + local)]
  let left = size - local
  const passed = new Set<number>()
  for (let next = bytes.readUInt32BE(from + local); next !== 0 && left > 0 && !passed.has(next);) {
    passed.add(next)
    const page = file.page(next)
    if (page === null) break
    const piece = page.subarray(4, 4 + Math.min(left, pageBytes - 4))
    pieces.push(Buffer.from(piece))
    left -= piece.length
    next = page.readUInt32BE(0)
  }
  return Buffer.concat(pieces)
}

function decode(record: Buffer): RecordValue[] | null {
  const header = readVarint(record, 0)
  if (header === null || header.value > record.length) return null
  const values: RecordValue[] = []
  let typeAt = header.end
  let valueAt = header.value
  while (typeAt < header.value) {
    const type = readVarint(record, typeAt)
    if (type === null || type.end > header.value) return null
    const length = lengthOf(type.value)
    // Only the last text may be truncated, because it is the long one.
    if (length === null || valueAt > record.length) return null
    const value = valueOf(type.value, record.subarray(valueAt, valueAt + length))
    if (value === undefined) return null
    values.push(value)
    typeAt = type.end
    valueAt += length
  }
  return values
}

function lengthOf(type: number): number | null {
  if (type >= 12) return Math.floor((type - 12) / 2)
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] ?? null
}

function valueOf(type: number, bytes: Buffer): RecordValue | undefined {
  // Parley stores no blobs, so a record with one is not valid.
  if (type >= 12) return type % 2 === 1 ? bytes.toString('utf8') : undefined
  if (type === 0) return null
  if (type >= 8) return type - 8
  if (bytes.length < (lengthOf(type) ?? 0)) return undefined
  if (type === 7) return bytes.readDoubleBE(0)
  if (type === 6) return Number(bytes.readBigInt64BE(0))
  return bytes.readIntBE(0, bytes.length)
}

function readVarint(bytes: Buffer, at: number): { value: number; end: number } | null {
  let value = 0
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[at + index]
    if (byte === undefined) return null
    if (index === 8) return { value: value * 256 + byte, end: at + 9 }
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: at + index + 1 }
  }
  return null
}
