import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

import { byteText } from '../../../base/files/text-encoding'

/** The start of a page, in which HTML declares its encoding. */
const declarationBytes = 1_024
const declaration = /<meta\s[^>]*charset\s*=\s*["']?\s*(?<label>[\w.:-]{1,40})/i

/**
 * The text of a page. A byte order mark decides, then the header, then the page's own declaration; a declaration that
 * the bytes contradict is ignored.
 */
export function decodePage(bytes: Uint8Array, charset: string | null): string {
  const label = markedEncoding(bytes) ?? charset ?? declared(bytes)
  const decoder = label === null ? null : decoderFor(label)
  if (decoder === null || (decoder.encoding === 'utf-8' && !isUtf8(bytes))) {
    return byteText(bytes) ?? new TextDecoder().decode(bytes)
  }
  return decoder.decode(bytes)
}

function markedEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

function declared(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1')
  return declaration.exec(start)?.groups?.['label'] ?? null
}

/** Null for an encoding that does not exist. */
function decoderFor(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

/** The longest text of a page that is kept. */
export const longestPageChars = 5_000_000
