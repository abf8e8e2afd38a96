/** Decodes bytes in an encoding. @throws they are not text in it */
export type DecodeText = (encoding: string, bytes: Uint8Array) => string

/** An encoding of another script, and how much of what it decodes looks like a text in it, from 0 to 1. */
interface ScriptEncoding {
  encoding: string
  likelihood: (text: string) => number
}

/** Below this, a text is more likely to be in Latin letters. */
const leastLikelihood = 0.9
/** Of the most frequent characters of Chinese texts, which no wrong encoding yields, simplified and traditional. */
const commonHan =
  /[的一是不了在人有我他她你们們来來个個中大为為上下国國到说說以和地要会會时時可对對生学學什么麼如何请請哪多]/g
const japanese = /[ぁ-ヿ一-鿿、。・「」（）！？々]/g

/** In the order in which they are tried: a text may also be valid in a later one. */
const encodings: readonly ScriptEncoding[] = [
  ...['shift_jis', 'euc-jp'].map((encoding) => ({
    encoding,
    likelihood: (text: string) => (count(text, /[ぁ-ヿ]/g) < 2 ? 0 : shareOf(text, japanese)),
  })),
  { encoding: 'euc-kr', likelihood: (text) => (hasRuns(text) ? shareOf(text, /[가-힣]/g) : 0) },
  ...['gb18030', 'big5'].map((encoding) => ({
    encoding,
    likelihood: (text: string) =>
      count(text, commonHan) * 10 < count(text, /\P{ASCII}/gu) ? 0 : shareOf(text, /[一-鿿　-〗！-～]/g),
  })),
  {
    encoding: 'windows-1255',
    likelihood: (text) => (count(text, /י/g) > count(text, /ט/g) ? inWords(text, 'א-ת') : 0),
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
export function scriptEncoding(sample: Uint8Array, decode: DecodeText): string | null {
  let best: { encoding: string; likelihood: number } | null = null
  for (const { encoding, likelihood: likelihoodOf } of encodings) {
    try {
      const likelihood = likelihoodOf(decode(encoding, sample))
      if (likelihood > Math.max(leastLikelihood, best?.likelihood ?? 0)) best = { encoding, likelihood }
    } catch {
      // The bytes are not valid in it.
    }
  }
  return best?.encoding ?? null
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** How many of the characters beyond ASCII are these. */
function shareOf(text: string, usual: RegExp): number {
  return count(text, usual) / Math.max(1, count(text, /\P{ASCII}/gu))
}

/** Whether characters beyond ASCII stand beside each other, as accented Latin letters rarely do. */
function hasRuns(text: string): boolean {
  return count(text, /\P{ASCII}{2,}/gu) * 2 > count(text, /\P{ASCII}+/gu)
}

/**
 * Of the pairs of letters with at least one of these: how many are both of these, and not a small and a capital one. Few
 * pairs show nothing.
 */
function inWords(text: string, letters: string): number {
  const pairs = count(text, new RegExp(`[${letters}](?=[\\p{L}\\p{M}])|[\\p{L}\\p{M}](?=[${letters}])`, 'gu'))
  const good = [...text.matchAll(new RegExp(`[${letters}](?=([${letters}]))`, 'gu'))].filter(
    ([first, second = '']) => !(/\p{Ll}/u.test(first) && /\p{Lu}/u.test(second)),
  )
  const isOther = shareOf(text, new RegExp(`[${letters}«»‹›“”„‘’–—…№،؛؟]`, 'gu')) < leastLikelihood
  return pairs < 8 || isOther ? 0 : good.length / pairs
}
