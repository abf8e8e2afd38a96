import { characterKind, kindOf, type TokenizedText } from './tokenize'

/** Symbols directly after one another, and the words that they touch. Marks and joiners between them are dropped. */
export interface SymbolRun {
  /** The symbols, one code point each. */
  symbols: readonly string[]
  /** The start of the run in the text, in UTF-16 units. */
  from: number
  to: number
  /** The index of the word directly before it; null after a space or another run. */
  after: number | null
  /** The index of the word directly behind it. */
  before: number | null
}

/** More symbols in one piece, such as a line of dashes, are not told apart. */
const maxRunSymbols = 64

/** Punctuation that belongs to the sentence rather than to the word it touches. */
const ofSentence = /^(?:[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'*`|,;?]|(?!\p{ASCII})\p{Po})$/u
const endsSentence = new Set(['.', ':', '!'])

/** True if a symbol directly before a word changes what the word is, as in `.env` and `#tag`. */
export function belongsToNext(symbol: string): boolean {
  return !ofSentence.test(symbol)
}

/** True if a symbol directly behind a word changes what the word is, as in `C#` and `x_`. */
export function belongsToLast(symbol: string): boolean {
  return !ofSentence.test(symbol) && !endsSentence.has(symbol)
}

/** The runs of symbols in a text, in order. */
export function* symbolRuns(text: TokenizedText): Generator<SymbolRun> {
  for (let gap = 0; gap <= text.count; gap += 1) {
    const from = gap === 0 ? 0 : (text.ends[gap - 1] ?? 0)
    const to = gap === text.count ? text.text.length : (text.starts[gap] ?? 0)
    // Nearly every gap is a space or nothing.
    if (to - from > 1 || (to > from && text.text.charCodeAt(from) > 0x20)) yield* runsIn(text, gap, from, to)
  }
}

function* runsIn(
  { text, count }: TokenizedText,
  gap: number,
  from: number,
  to: number,
): Generator<SymbolRun> {
  let symbols: string[] = []
  let start = from
  const run = (end: number): SymbolRun => ({
    symbols,
    from: start,
    to: end,
    after: start === from && gap > 0 ? gap - 1 : null,
    before: end === to && gap < count ? gap : null,
  })
  for (let at = from; at < to;) {
    const codePoint = text.codePointAt(at) ?? 0
    const character = String.fromCodePoint(isWide(codePoint) ? codePoint - wideOffset : codePoint)
    const next = at + character.length
    const isSymbol = kindOf(codePoint) === characterKind.symbol
    if (isSymbol && symbols.length < maxRunSymbols) {
      if (symbols.length === 0) start = at
      symbols.push(character)
    } else if (!isSymbol && !isJoiner(codePoint)) {
      if (symbols.length > 0) yield run(at)
      symbols = []
    }
    at = next
  }
  if (symbols.length > 0) yield run(to)
}

/** The distance from a sign of East Asian width, such as `＃`, to the same sign in ASCII. */
const wideOffset = 0xfee0

function isWide(codePoint: number): boolean {
  return codePoint >= 0xff01 && codePoint <= 0xff5e
}

/** A mark, a variation selector or a joiner, which may be between the symbols of one character. */
function isJoiner(codePoint: number): boolean {
  return (
    codePoint === 0x200d ||
    kindOf(codePoint) === characterKind.mark ||
    (codePoint >= 0xe0020 && codePoint <= 0xe007f)
  )
}

/**
 * Returns the index tokens for the symbols of a text, each once: single symbols, pairs of neighbours, and symbols with
 * the word that they touch. A word has only letters and digits, so none of these is a word.
 */
export function symbolTokens(text: TokenizedText): Set<string> {
  const tokens = new Set<string>()
  for (const { symbols, after, before } of symbolRuns(text)) {
    const [first = '', last = ''] = [symbols[0], symbols.at(-1)]
    for (const [index, symbol] of symbols.entries()) {
      tokens.add(symbol)
      if (index > 0) tokens.add(`${symbols[index - 1]}${symbol}`)
    }
    if (after !== null && belongsToLast(first)) tokens.add(`${wordAt(text, after)}${first}`)
    if (before !== null && belongsToNext(last)) tokens.add(`${last}${wordAt(text, before)}`)
  }
  return tokens
}

/** The folded word at this index. */
function wordAt({ words, offsets }: TokenizedText, index: number): string {
  const offset = offsets[index] ?? 0
  return words.slice(offset, words.indexOf(' ', offset))
}
