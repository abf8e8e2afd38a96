import { isUtf8 } from 'node:buffer'

import { byteText, utf16Of } from './text-encoding'

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
