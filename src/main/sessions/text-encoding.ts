import { isUtf8 } from 'node:buffer'

/** How many bytes show in which encoding a text is. */
export const encodingSampleBytes = 64

type Utf16 = 'utf-16le' | 'utf-16be'

/**
 * The UTF-16 that a text with this beginning is in: it has its mark, or every other byte is 0 as in text that is mostly
 * of Latin letters. Null for anything else.
 */
export function utf16Of(bytes: Uint8Array): Utf16 | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, encodingSampleBytes & ~1)
  const zeros = (from: number) => sample.filter((byte, at) => at % 2 === from && byte === 0).length
  const half = Math.floor(sample.length / 2)
  if (half < 2) return null
  if (zeros(1) === half && zeros(0) === 0) return 'utf-16le'
  return zeros(0) === half && zeros(1) === 0 ? 'utf-16be' : null
}

/** Bytes that Windows-1252 has no character for, so that a text in it has none of them. */
const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** The text of bytes that are in UTF-8, or else in Windows-1252, of which Latin-1 is a part. Null when in neither. */
export function byteText(bytes: Uint8Array): string | null {
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes)
  return bytes.some((byte) => unassigned.has(byte)) ? null : new TextDecoder('windows-1252').decode(bytes)
}
