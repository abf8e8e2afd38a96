import { type PageFile, pageBytes } from './page-file'

/** A value of a record. The tables that are carved contain no bytes. */
export type RecordValue = string | number | null

/** A record on a page. `number` is its row number; null in an index. */
export interface PageRecord {
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
