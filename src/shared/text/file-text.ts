/** The number of bytes that show if a text is in UTF-16. */
const utf16SampleBytes = 4_096
/** The number of bytes that show which other encoding a text is in. */
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
  const likelihoods = encodings.map((encoding) => latinLikelihood(decode(encoding, sample)))
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
function latinLikelihood(text: string): number {
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
  return patterns.reduce((sum, pattern) => sum + occurrences(text, pattern), 0)
}

/** Decodes bytes in an encoding. @throws they are not text in it */
type DecodeText = (encoding: string, bytes: Uint8Array) => string

/** An encoding of another script, and how much of what it decodes looks like a text in it, from 0 to 1. */
interface ScriptEncoding {
  encoding: string
  likelihood: (text: string) => number
}

/** Below this, a text is more likely to be in Latin letters. */
const leastLikelihood = 0.9
/** The most frequent characters of Chinese texts, which no wrong encoding yields, simplified and traditional. */
const commonHan =
  /[的一是不了在人有我他她你们們来來个個中大为為上下国國到说說以和地要会會时時可对對生学學什么麼如何请請哪多]/g
const japanese = /[ぁ-ヿ一-鿿、。・「」（）！？々]/g

/** In the order in which they are tried: a text may also be valid in a later one. */
const scriptEncodings: readonly ScriptEncoding[] = [
  ...['shift_jis', 'euc-jp'].map((encoding) => ({
    encoding,
    likelihood: (text: string) => (occurrences(text, /[ぁ-ヿ]/g) < 2 ? 0 : shareOf(text, japanese)),
  })),
  { encoding: 'euc-kr', likelihood: (text) => (hasRuns(text) ? shareOf(text, /[가-힣]/g) : 0) },
  ...['gb18030', 'big5'].map((encoding) => ({
    encoding,
    likelihood: (text: string) =>
      occurrences(text, commonHan) * 10 < occurrences(text, /\P{ASCII}/gu)
        ? 0
        : shareOf(text, /[一-鿿　-〗！-～]/g),
  })),
  {
    encoding: 'windows-1255',
    likelihood: (text) => (occurrences(text, /י/g) > occurrences(text, /ט/g) ? inWords(text, 'א-ת') : 0),
  },
  { encoding: 'windows-1256', likelihood: (text) => inWords(text, 'ء-يپچژگکی') },
  ...['windows-1251', 'koi8-r', 'ibm866'].map((encoding) => ({
    encoding,
    likelihood: (text: string) => inWords(text, 'А-яЁёЄєІіЇїҐґЎў'),
  })),
  { encoding: 'windows-1253', likelihood: (text) => inWords(text, 'Ά-ώ') },
  {
    encoding: 'windows-874',
    likelihood: (text) =>
      /(?<![ก-๎])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/.test(text) ? 0 : inWords(text, 'ก-๎'),
  },
]

/** The encoding of a text in a script that is not Latin, as spreadsheets in other countries write it; null if it is none. */
function scriptEncoding(sample: Uint8Array, decode: DecodeText): string | null {
  let best: { encoding: string; likelihood: number } | null = null
  for (const { encoding, likelihood: likelihoodOf } of scriptEncodings) {
    try {
      const likelihood = likelihoodOf(decode(encoding, sample))
      if (likelihood > Math.max(leastLikelihood, best?.likelihood ?? 0)) best = { encoding, likelihood }
    } catch {
      // The bytes are not valid in it.
    }
  }
  return best?.encoding ?? null
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Returns the share of `usual` characters among those beyond ASCII. */
function shareOf(text: string, usual: RegExp): number {
  return occurrences(text, usual) / Math.max(1, occurrences(text, /\P{ASCII}/gu))
}

/** True if characters beyond ASCII stand beside each other, as accented Latin letters rarely do. */
function hasRuns(text: string): boolean {
  return occurrences(text, /\P{ASCII}{2,}/gu) * 2 > occurrences(text, /\P{ASCII}+/gu)
}

/**
 * Returns the share of pairs whose letters are both of `letters`, and not a small and a capital one, among the pairs
 * with at least one of them. Returns 0 for few pairs, which show nothing.
 */
function inWords(text: string, letters: string): number {
  const pairs = occurrences(
    text,
    new RegExp(`[${letters}](?=[\\p{L}\\p{M}])|[\\p{L}\\p{M}](?=[${letters}])`, 'gu'),
  )
  const good = [...text.matchAll(new RegExp(`[${letters}](?=([${letters}]))`, 'gu'))].filter(
    ([first, second = '']) => !(/\p{Ll}/u.test(first) && /\p{Lu}/u.test(second)),
  )
  const isOther = shareOf(text, new RegExp(`[${letters}«»‹›“”„‘’–—…№،؛؟]`, 'gu')) < leastLikelihood
  return pairs < 8 || isOther ? 0 : good.length / pairs
}
