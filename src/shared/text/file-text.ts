/** Decodes bytes in an encoding. @throws they are not text in it */
export type DecodeText = (encoding: string, bytes: Uint8Array) => string

/** How many bytes show whether a text is in UTF-16. */
const sampleBytes = 4_096

/**
 * The text of a file that a spreadsheet or an editor has written: UTF-8, UTF-16 with or without a byte order mark,
 * Windows-1252 or Mac Roman.
 */
export function fileText(bytes: Uint8Array, decode: DecodeText): string {
  for (const encoding of [utf16Of(bytes), 'utf-8']) {
    if (encoding === null) continue
    try {
      return decode(encoding, bytes)
    } catch {
      // It only looked like it.
    }
  }
  const windows = decode('windows-1252', bytes)
  const mac = decode('macintosh', bytes)
  const isMac = hasUnassigned(bytes) || likelihood(mac) > likelihood(windows)
  return isMac ? mac : windows
}

/** Text in other encodings has no zeros; here they are the other half of the ASCII characters, such as commas. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, sampleBytes).entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  if (even === odd || bytes.length % 2 === 1) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Bytes that Windows-1252 leaves unassigned. */
const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

function hasUnassigned(bytes: Uint8Array): boolean {
  return bytes.some((byte) => unassigned.has(byte))
}

/** Letters and quotes where words have them, less other characters inside of words. */
function likelihood(text: string): number {
  return count(text, likely) - count(text, unlikely)
}

const likely = [
  /(?<=\p{L})[ß-öø-ÿœšž]/gu,
  /[ß-öø-ÿœšž](?=[a-z])/gu,
  /(?<![A-Za-z])[À-ÖØ-ÞŒŠŽ](?=[a-z])/gu,
  /(?<=[A-Z])[À-ÖØ-ÞŒŠŽ]/gu,
  // Twice as much as the letter that it may be in the other encoding.
  /(?<=[A-Za-z])’(?=[A-Za-z])|(?<=^|[\s(,;"])[“‘„](?=\p{L})|(?<=[\p{L}.!?])[”“’](?=$|[\s),.;"])/gmu,
  /(?<=[A-Za-z])’(?=[A-Za-z])|(?<=^|[\s(,;"])[“‘„](?=\p{L})|(?<=[\p{L}.!?])[”“’](?=$|[\s),.;"])/gmu,
]
const unlikely = [
  /(?<=[a-z])[À-ÖØ-ÞŒŠŽŸ]/gu,
  /(?<=[A-Za-z])[^\p{ASCII}ß-öø-ÿÀ-ÖØ-ÞŒŠŽœšž’‘“”„«»–—…]/gu,
  /[ß-öø-ÿœšž](?=[A-Z])/gu,
]

function count(text: string, patterns: readonly RegExp[]): number {
  return patterns.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0)
}
