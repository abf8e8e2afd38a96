import { createHash } from 'node:crypto'

/**
 * An id that is made from JSON content.
 * @see RFC 9562, section 5.8: a UUID of version 8 has 122 bits of its own
 */
export function contentId<Id extends string>(content: unknown): Id {
  const bytes = createHash('sha256').update(JSON.stringify(content)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [0, 8, 12, 16, 20].map((from, at, starts) => hex.slice(from, starts[at + 1] ?? 32)).join('-') as Id
}
