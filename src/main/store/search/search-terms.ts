import { isSpaceless, tokenize, type TokenizedText, wholeName } from '../tokenizer/tokenize'
import { belongsToLast, belongsToNext, symbolRuns } from '../tokenizer/symbols'
import { normalised } from '../tokenizer/index-text'

/** Prefixes this short match most messages. */
const shortBeginning = 3

/** Words that must appear together, in this order, or symbols. */
export interface SearchTerm {
  /** Folded as in the index; empty for symbols alone. */
  words: string[]
  /** The words joined, when they were typed as one name, in camel case or with separators. */
  name: string | null
  /** The last word may be a prefix. */
  isPrefix: boolean
  /** Symbols directly before the first word, or alone; directly behind the last word; and several between words. */
  symbols: { before: readonly string[]; behind: readonly string[]; between: readonly (readonly string[])[] }
}

/** The symbols of a term of words only. */
export const noSymbols: SearchTerm['symbols'] = { before: [], behind: [], between: [] }

/** The search term for `text`; null when it contains nothing visible. */
export function termOf(text: string): SearchTerm | null {
  const plain = normalised(text)
  const cut = tokenize(plain)
  const symbols = symbolsOf(cut)
  if (cut.count === 0) {
    return symbols.before.length === 0 ? null : { words: [], name: null, isPrefix: false, symbols }
  }
  const words = cut.words.trim().split(' ')
  return { words, name: wholeName(cut), isPrefix: endsInWord(cut, plain), symbols }
}

/** The symbols that a hit must have; punctuation of the sentence is not among them, unless it is all that was typed. */
function symbolsOf(cut: TokenizedText): SearchTerm['symbols'] {
  const runs = [...symbolRuns(cut)]
  if (cut.count === 0) {
    const [first, ...others] = runs.map(({ symbols }) => symbols)
    return { before: first ?? [], behind: [], between: others }
  }
  let [before, behind]: string[][] = [[], []]
  const between: string[][] = []
  for (const run of runs) {
    const { symbols } = run
    if (run.before === 0 && run.after === null) {
      before = symbols.slice(symbols.findLastIndex((symbol) => !belongsToNext(symbol)) + 1)
    } else if (run.after === cut.count - 1 && run.before === null) {
      const end = symbols.findIndex((symbol) => !belongsToLast(symbol))
      behind = end === -1 ? [...symbols] : symbols.slice(0, end)
    } else if (symbols.length > 1 && symbols.some(belongsToLast)) between.push([...symbols])
  }
  return { before: before ?? [], behind: behind ?? [], between }
}

/** True if the term is symbols alone that mean something beside words: several, or a picture. */
export function isNotable({ symbols: { before } }: SearchTerm): boolean {
  return before.length > 1 || before.some((symbol) => /\p{So}|\p{Extended_Pictographic}/u.test(symbol))
}

/** True if the index only suggests where the term may be, since it has symbols without their places. */
export function hasSymbols({ symbols: { before, behind, between } }: SearchTerm): boolean {
  return before.length > 0 || behind.length > 0 || between.length > 0
}

/** A bracket ends a word, and each character of a script without spaces is a word. */
function endsInWord(cut: TokenizedText, text: string): boolean {
  return cut.ends[cut.count - 1] === text.length && !isSpaceless(cut, cut.count - 1)
}

/**
 * The terms as an FTS5 expression. A word contains only letters and digits, so it cannot be an operator.
 * @see https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
export function matchExpression(terms: readonly SearchTerm[], options: { hasNames: boolean }): string {
  return terms.flatMap((term) => termExpressions(term, options.hasNames)).join(' AND ')
}

function termExpressions({ words, name, isPrefix, symbols }: SearchTerm, hasNames: boolean): string[] {
  const column = hasNames ? 'names : ' : ''
  const tokens = symbolTokensOf(words, symbols).map(({ token, isOpen }) => {
    return `${column}"${token.replaceAll('"', '""')}"${isOpen && isPrefix ? ' *' : ''}`
  })
  if (words.length === 0) return tokens
  // Few names have this prefix, while many messages contain each of its words.
  if (name !== null && hasNames) return [...tokens, `names : "${name}" *`]
  // The word is part of the token.
  if (words.length === 1 && symbols.before.length > 0) return tokens
  return [...tokens, `"${words.join(' ')}"${isPrefix ? ' *' : ''}`]
}

/**
 * Returns the index tokens for the symbols of a term. `isOpen`: the token ends in the last word, which may be
 * unfinished.
 */
function symbolTokensOf(
  words: readonly string[],
  { before, behind, between }: SearchTerm['symbols'],
): { token: string; isOpen: boolean }[] {
  const tokens = [before, behind, ...between].flatMap(pairsIn)
  const [single] = before
  if (words.length === 0 && before.length === 1 && single !== undefined) tokens.push(single)
  const touching = words.length === 0 ? [] : [`${words.at(-1)}${behind[0] ?? ''}`].slice(0, behind.length)
  const open = words.length > 0 && before.length > 0 ? [`${before.at(-1)}${words[0]}`] : []
  return [
    ...[...tokens, ...touching].map((token) => ({ token, isOpen: false })),
    ...open.map((token) => ({ token, isOpen: words.length === 1 })),
  ]
}

function pairsIn(symbols: readonly string[]): string[] {
  return symbols.slice(1).map((symbol, index) => `${symbols[index]}${symbol}`)
}

/** True if the term ends in a short prefix, which is looked up for each of possibly thousands of words. */
export function endsInShortPrefix({ words, isPrefix, symbols }: SearchTerm): boolean {
  return isPrefix && symbols.before.length === 0 && (words.at(-1)?.length ?? 0) <= shortBeginning
}
