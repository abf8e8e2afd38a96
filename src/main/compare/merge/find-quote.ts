/** A quote must have this many letters and digits, or half of those of its sentence: almost any sentence has an "and". */
const leastCharacters = 8

/** Characters that models write differently from their source, and how they are compared. */
const folded: ReadonlyMap<string, string> = new Map([
  ...Array.from('‘’‚‛′´`', (mark): [string, string] => [mark, "'"]),
  ...Array.from('“”„‟″«»', (mark): [string, string] => [mark, '"']),
  ...Array.from('‐‑‒–—−', (mark): [string, string] => [mark, '-']),
  ['…', '...'],
  ...Array.from('\u00AD\u200B\u200C\u200D\u2060\uFEFF', (mark): [string, string] => [mark, '']),
])

/** A text as it is compared, and where each of its UTF-16 units was. */
interface Folded {
  text: string
  places: number[]
}

/**
 * Where the quote is in the sentence, or null if it is not there. White space, typographic marks and, unless the sentence
 * `isVerbatim`, Markdown emphasis do not matter; all else must be equal, and words must be whole.
 */
export function findQuote(
  sentence: { text: string; isVerbatim: boolean },
  quote: string,
): { from: number; to: number } | null {
  if (quote.length > 2 * sentence.text.length + 100) return null
  const source = fold(sentence.text, sentence.isVerbatim)
  const wanted = trimmed(fold(quote, sentence.isVerbatim).text)
  if (wanted === '' || lettersOf(wanted) < Math.min(leastCharacters, lettersOf(source.text) / 2)) return null
  for (let at = source.text.indexOf(wanted); at !== -1; at = source.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (isInsideWord(source.text, at) || isInsideWord(source.text, end)) continue
    const from = source.places[at] ?? 0
    return { from, to: (source.places[end - 1] ?? from) + 1 }
  }
  return null
}

function fold(text: string, isVerbatim: boolean): Folded {
  const places: number[] = []
  let result = ''
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at] ?? ''
    const isBlank = /\s/.test(unit)
    if (isBlank && (result === '' || result.endsWith(' '))) continue
    const isMarkup = !isVerbatim && (unit === '*' || unit === '_' || unit === '`' || unit === '~')
    const same = isBlank ? ' ' : isMarkup ? '' : (folded.get(unit) ?? unit)
    result += same
    for (let count = 0; count < same.length; count += 1) places.push(at)
  }
  return { text: result, places }
}

/** Without the marks that a model puts around a quote, or at its end. */
function trimmed(quote: string): string {
  return quote.replace(/^[\s"']*(?:\.\.\.)?[\s"']*/, '').replace(/[\s"'.,;:!?]+$/, '')
}

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** Whether a word or number continues across this place. */
function isInsideWord(text: string, at: number): boolean {
  return (
    /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
    /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2))
  )
}
