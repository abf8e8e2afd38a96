/** A 32-bit hash of a text. @see http://www.isthe.com/chongo/tech/comp/fnv/ (FNV-1a) */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash
}
