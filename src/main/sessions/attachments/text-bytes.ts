/** Control characters that no text has; tabs, breaks, and what terminals take are not among them. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const binaryCharacters = /[\0-\x06\x0e-\x1a\x1c-\x1f\x7f]/g

/** One in so many characters may be such a one: a log now and then has one. */
const textPerBinary = 1_000

/** What the bytes say, when they are text in UTF-8, or in UTF-16 with its mark in front; else null. */
export function textOf(bytes: Uint8Array): string | null {
  const text = decoded(bytes)
  if (text === null || text.includes('\0')) return null
  const binaryCount = text.match(binaryCharacters)?.length ?? 0
  return binaryCount * textPerBinary > text.length ? null : text
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    // Not in the one encoding that it could be in: it is no text.
    return null
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
