import { isUtf8 } from 'node:buffer'

/** The number of bytes that reveal the encoding of a text. */
const encodingSampleBytes = 64
/** Bytes that are enough for JSON, which begins with ASCII characters. */
export const jsonSampleBytes = 4

type Utf16 = 'utf-16le' | 'utf-16be'

/**
 * The UTF-16 variant of a text with this beginning: it has a byte order mark, or every other byte is 0, as in mostly
 * Latin text. Null for anything else.
 */
function utf16Of(bytes: Uint8Array): Utf16 | null {
  return markedUtf16(bytes) ?? zeroedUtf16(bytes.subarray(0, encodingSampleBytes & ~1))
}

/** Like `utf16Of`, for JSON, whose first two characters are always ASCII. */
export function utf16OfJson(bytes: Uint8Array): Utf16 | null {
  return markedUtf16(bytes) ?? zeroedUtf16(bytes.subarray(0, jsonSampleBytes))
}

function markedUtf16([first, second]: Uint8Array): Utf16 | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

function zeroedUtf16(sample: Uint8Array): Utf16 | null {
  const zeros = (from: number) => sample.filter((byte, at) => at % 2 === from && byte === 0).length
  const half = Math.floor(sample.length / 2)
  if (half < 2) return null
  if (zeros(1) === half && zeros(0) === 0) return 'utf-16le'
  return zeros(0) === half && zeros(1) === 0 ? 'utf-16be' : null
}

/** Bytes that Windows-1252 leaves unassigned, so no text in it contains them. */
const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** In Windows-1252, `ß“` happens to be a valid UTF-8 sequence. In text with umlauts, one in this many may be. */
const otherPerSequence = 10

/**
 * Decodes bytes as UTF-8, or else as Windows-1252, a superset of Latin-1. Null when neither fits, as for UTF-8 with a
 * few broken bytes.
 */
export function byteText(bytes: Uint8Array): string | null {
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes)
  return isWindows1252(bytes) ? new TextDecoder('windows-1252').decode(bytes) : null
}

function isWindows1252(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => unassigned.has(byte))) return false
  let sequenceCount = 0
  let otherCount = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue
    const length = sequenceLengthAt(bytes, at)
    if (length === 0) otherCount += 1
    else sequenceCount += 1
    at += Math.max(0, length - 1)
  }
  return otherCount > sequenceCount * otherPerSequence
}

/** The length in bytes of the non-ASCII UTF-8 character at `at`; 0 where none begins. */
function sequenceLengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  for (let next = at + 1; next < at + length; next += 1) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return length
}

/** Control characters that do not occur in text; tabs, line breaks and terminal codes are allowed. */
// oxlint-disable-next-line no-control-regex -- it matches control characters on purpose
const binaryCharacters = /[\0-\x06\x0e-\x1a\x1c-\x1f\x7f]/g

/** A text may contain one of them per this many characters: some logs do. */
const textPerBinary = 1_000

/**
 * Decodes bytes that are text in UTF-8, UTF-16 or Windows-1252; null otherwise. If the encoding is only guessed, a
 * single control character means that it is not text.
 */
export function textOf(bytes: Uint8Array): string | null {
  const text = decoded(bytes)
  if (text === null || text.includes('\0')) return null
  const binaryCount = text.match(binaryCharacters)?.length ?? 0
  const isSure = isUtf8(bytes) || hasMark(bytes)
  return binaryCount * (isSure ? textPerBinary : Number.POSITIVE_INFINITY) > text.length ? null : text
}

function decoded(bytes: Uint8Array): string | null {
  const encoding = utf16Of(bytes)
  if (encoding === null) return byteText(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // Lone surrogates: it only looked like text.
    return null
  }
}

function hasMark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}
