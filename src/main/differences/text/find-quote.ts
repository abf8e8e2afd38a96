/** A quote must have this many letters and digits, or half of those of its sentence: almost any sentence has an "and". */
const leastCharacters = 8
/** How often a quote may occur inside words before it counts as not found. */
const mostOccurrences = 1_000
/** Limit on the characters of sentences that are searched for the quotes of one reply: far more than an honest reply needs. */
const searchedChars = 40_000_000

/** Characters that models write differently from their source, and how they are compared. */
const foldedChars: ReadonlyMap<string, string> = new Map([
  ...Array.from('‘’‚‛′´`', (mark): [string, string] => [mark, "'"]),
  ...Array.from('“”„‟″«»', (mark): [string, string] => [mark, '"']),
  ...Array.from('‐‑‒–—−', (mark): [string, string] => [mark, '-']),
  ['…', '...'],
  ...Array.from('\u00AD\u200B\u200C\u200D\u2060\uFEFF', (mark): [string, string] => [mark, '']),
])
const markup: ReadonlySet<string> = new Set('*_`~')

/** A text that may contain a quote. */
interface QuotedSentence {
  text: string
  /** Every character counts in it, as in code. */
  isVerbatim: boolean
}

/**
 * Finds the quotes of one reply in the sentences of its sources. A reply may name a long sentence in every line, with
 * quotes that it does not contain: each sentence is prepared once, and beyond a limit on the work nothing is found.
 */
export class QuoteFinder {
  readonly #prepared = new Map<QuotedSentence, FoldedText>()
  readonly #leastCharacters: number
  #charsLeft: number

  constructor(options: { searchedChars?: number; leastCharacters?: number } = {}) {
    this.#charsLeft = options.searchedChars ?? searchedChars
    this.#leastCharacters = options.leastCharacters ?? leastCharacters
  }

  /**
   * Where the quote is in the sentence, or null if it is not there. White space, typographic marks and, unless the
   * sentence `isVerbatim`, Markdown emphasis do not matter; all else must be equal, and words must be whole.
   */
  find(sentence: QuotedSentence, quote: string): { from: number; to: number } | null {
    if (quote.length > 2 * sentence.text.length + 100) return null
    this.#charsLeft -= sentence.text.length + quote.length
    if (this.#charsLeft < 0) return null
    const source = this.#prepare(sentence)
    const wanted = trimmed(foldText(quote, sentence.isVerbatim).text)
    if (wanted === '' || lettersOf(wanted) < Math.min(this.#leastCharacters, source.letters / 2)) return null
    let at = -1
    for (let count = 0; count < mostOccurrences; count += 1) {
      at = source.text.indexOf(wanted, at + 1)
      if (at === -1) return null
      const end = at + wanted.length
      if (isInsideWord(source.text, at) || isInsideWord(source.text, end)) continue
      const from = source.places[at] ?? 0
      return { from, to: (source.places[end - 1] ?? from) + 1 }
    }
    return null
  }

  #prepare(sentence: QuotedSentence): FoldedText {
    const known = this.#prepared.get(sentence)
    if (known !== undefined) return known
    const source = foldText(sentence.text, sentence.isVerbatim)
    this.#prepared.set(sentence, source)
    return source
  }
}

/** Without the marks that a model puts around a quote, or at its end. */
function trimmed(quote: string): string {
  const begun = quote.replace(/^[\s"']*(?:\.\.\.)?[\s"']*/, '')
  let end = begun.length
  while (end > 0 && /[\s"'.,;:!?]/.test(begun[end - 1] ?? '')) end -= 1
  return begun.slice(0, end)
}

/** True if a word or number continues across this place. */
function isInsideWord(text: string, at: number): boolean {
  return (
    /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
    /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2))
  )
}

/** A text as it is compared. */
interface FoldedText {
  text: string
  /** Where each UTF-16 unit of `text` was. */
  places: number[]
  /** Its number of letters and digits. */
  letters: number
}

/**
 * The text with single spaces, plain marks and, unless it `isVerbatim`, without Markdown emphasis. Takes time in
 * proportion to the length of the text, whatever is in it.
 */
function foldText(text: string, isVerbatim: boolean): FoldedText {
  const places: number[] = []
  const units: string[] = []
  let endsBlank = true
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at] ?? ''
    const isBlank = /\s/.test(unit)
    if (isBlank && endsBlank) continue
    const same = isBlank ? ' ' : !isVerbatim && markup.has(unit) ? '' : (foldedChars.get(unit) ?? unit)
    if (same === '') continue
    units.push(same)
    endsBlank = isBlank
    for (let count = 0; count < same.length; count += 1) places.push(at)
  }
  const result = units.join('')
  return { text: result, places, letters: lettersOf(result) }
}

/** The number of letters and digits in a text. */
function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
