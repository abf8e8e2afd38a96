import { fileText } from '../../shared/text/file-text'
import { failure } from '../errors/failure'

/** The text of a file in the encoding that it seems to have. */
export async function readTextFile(file: Blob): Promise<string> {
  return fileText(new Uint8Array(await file.arrayBuffer()), (encoding, bytes) =>
    new TextDecoder(encoding, { fatal: true }).decode(bytes),
  )
}

/** Small enough that neither side of the wire is busy for long with it. */
const pieceBytes = 1024 * 1024
const lineFeed = 0x0a
const quote = 0x22

/**
 * A file with a record per line in pieces, so that it may be larger than what fits into a request or into memory. Each
 * piece of CSV begins with the header; its fields may contain line breaks. A short file is one piece, in whatever
 * encoding; a long one is read as UTF-8.
 */
export async function* readRecords(file: File): AsyncGenerator<string> {
  const isCsv = /\.csv$/i.test(file.name)
  const isSplit = file.size > pieceBytes && (isCsv || /\.(?:jsonl|ndjson)$/i.test(file.name))
  if (!isSplit) {
    yield await readTextFile(file)
    return
  }
  let header = ''
  let sizeBytes = pieceBytes
  for (let offset = 0; offset < file.size;) {
    const bytes = await pieceOfFile(file, offset, sizeBytes)
    const isLast = offset + bytes.length >= file.size
    const ends = isLast ? { first: 0, last: bytes.length } : recordEnds(bytes, isCsv)
    if (ends.last === 0) {
      // A single record is longer.
      sizeBytes *= 2
      continue
    }
    const text = new TextDecoder().decode(bytes.subarray(0, ends.last))
    yield header + text
    if (isCsv && offset === 0) header = new TextDecoder().decode(bytes.subarray(0, ends.first))
    offset += ends.last
  }
}

/** Where the first and the last complete record of a piece end; 0 if none does. */
function recordEnds(bytes: Uint8Array, isCsv: boolean): { first: number; last: number } {
  let isQuoted = false
  let first = 0
  let last = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === quote) isQuoted = isCsv && !isQuoted
    else if (bytes[at] === lineFeed && !isQuoted) {
      last = at + 1
      if (first === 0) first = last
    }
  }
  return { first, last }
}

/**
 * At most `sizeBytes` bytes, from `offset`, of a file that the user chose.
 * @throws ParleyError the file is gone or has changed
 */
export async function pieceOfFile(
  file: Pick<File, 'slice'>,
  offset: number,
  sizeBytes: number,
): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(offset, offset + sizeBytes).arrayBuffer())
  } catch (error) {
    throw failure('INTERNAL', 'file-unreadable', {}, error)
  }
}
