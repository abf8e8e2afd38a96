/** How data is compressed; `zlib` is deflate with a header. */
export type Compression = 'gzip' | 'zlib' | 'deflate' | 'br'

/** How many bytes are enough to tell text from compressed data. */
const telltaleBytes = 8
/** How a text body begins: JSON, events, or a web page. */
const beginning = /^\s*(?:\{\s*["}]|\{\s*$|\[\s*[[{"\]]|data:|event:|id:|retry:|: |:\s|<[!a-z?])/i

/**
 * How data that begins with these bytes is compressed, if its sender calls it `name`: `none` when it is not, null until
 * there are enough bytes, `unknown` when Parley does not know the compression.
 */
export function compressionOf(
  bytes: Buffer,
  name: string,
  isEnd: boolean,
): Compression | 'none' | 'unknown' | null {
  const [first, second] = bytes
  if (first === undefined) return isEnd ? 'none' : null
  // A single byte is ambiguous.
  if (second === undefined && !isEnd) return null
  if (first === 0x1f && second === 0x8b) return 'gzip'
  const isWords = looksLikeText(bytes)
  if (isWords && bytes.length < telltaleBytes && !isEnd) return null
  // Compressed data in these formats may begin like text.
  const isSure = name !== 'br' && name !== 'deflate'
  if (isWords && (isSure || beginning.test(bytes.toString('latin1', 0, 64)))) return 'none'
  if (name === 'br') return 'br'
  if (isZlibHeader(first, second ?? 0)) return 'zlib'
  if (name === 'deflate') return 'deflate'
  return 'unknown'
}

function isZlibHeader(first: number, second: number): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0
}

/** Whether the first bytes are text: no control characters except white space, and valid UTF-8 as far as they go. */
function looksLikeText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 64)
  if (start.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) return false
  try {
    // The last character may be incomplete.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return true
  } catch {
    return false // Not UTF-8.
  }
}
