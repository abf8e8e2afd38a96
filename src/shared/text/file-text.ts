import { type DecodeText, scriptEncoding } from './script-encoding'

/** How many bytes show whether a text is in UTF-16. */
const utf16SampleBytes = 4_096
/** How many bytes show in which other encoding it is. */
const sampleBytes = 100_000
const lineFeed = 0x0a

/**
 * The text of a file that a spreadsheet or an editor has written: UTF-8, UTF-16 with or without a byte order mark, or the
 * encoding that was usual for its script, such as Windows-1252, Mac Roman, Shift JIS or Windows-1251.
 */
export function fileText(bytes: Uint8Array, decode: DecodeText): string {
  const sample = sampleOf(bytes)
  for (const encodingOf of [() => utf16Of(bytes), () => 'utf-8', () => scriptEncoding(sample, decode)]) {
    const encoding = encodingOf()
    if (encoding === null) continue
    try {
      return decode(encoding, bytes)
    } catch {
      // It only looked like it.
    }
  }
  return decode(latinEncoding(sample, decode), bytes)
}

/** Whole lines from the first one with other bytes than those of ASCII. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const start = first === -1 ? 0 : bytes.lastIndexOf(lineFeed, first) + 1
  const rest = bytes.subarray(start, start + sampleBytes)
  const end = start + sampleBytes < bytes.length ? rest.lastIndexOf(lineFeed) + 1 : rest.length
  return end === 0 ? rest : rest.subarray(0, end)
}

function latinEncoding(sample: Uint8Array, decode: DecodeText): string {
  // Windows-1252 leaves some bytes unassigned.
  const isOther = sample.some((byte) => unassigned.has(byte))
  const encodings = [...(isOther ? [] : ['windows-1252']), 'macintosh', 'windows-1250']
  const likelihoods = encodings.map((encoding) => likelihood(decode(encoding, sample)))
  return encodings[likelihoods.indexOf(Math.max(...likelihoods))] ?? 'windows-1252'
}

/** Text in other encodings has no zeros; here they are the other half of the ASCII characters, such as commas. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, utf16SampleBytes).entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  if (even === odd || bytes.length % 2 === 1) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Letters and quotes where words have them, less other characters inside of words. */
function likelihood(text: string): number {
  return count(text, likely) - count(text, unlikely)
}

const small = String.raw`(?![\0-\x7f])(?=\p{Script=Latin})\p{Ll}`
const capital = String.raw`(?![\0-\x7f])(?=\p{Script=Latin})\p{Lu}`
const quotes = String.raw`(?<=[A-Za-z])’(?=[A-Za-z])|(?<=^|[\s(,;"])[“‘„](?=\p{L})|(?<=[\p{L}.!?])[”“’](?=$|[\s),.;"])`
const likely = [
  String.raw`(?<=\p{L})${small}`,
  `${small}(?=[a-z])`,
  `(?<![A-Za-z])${capital}(?=[a-z])`,
  `(?<=[A-Z])${capital}`,
  // Twice as much as the letter that it may be in the other encoding.
  quotes,
  quotes,
].map((pattern) => new RegExp(pattern, 'gmu'))
const unlikely = [
  `(?<=[a-z])${capital}`,
  String.raw`(?<=[A-Za-z])[^\p{ASCII}\p{Script=Latin}’‘“”„«»–—…]`,
  `${small}(?=[A-Z])`,
].map((pattern) => new RegExp(pattern, 'gu'))

function count(text: string, patterns: readonly RegExp[]): number {
  return patterns.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0)
}
