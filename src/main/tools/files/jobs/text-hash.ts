import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'

/** SHA-256 of the bytes of a file, or of a text in UTF-8, as hexadecimal digits. */
export function hashOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The text of a file in UTF-8, from which exactly its bytes can be written again; null for any other file. */
export function exactText(bytes: Uint8Array): string | null {
  if (!isUtf8(bytes) || bytes.includes(0)) return null
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
