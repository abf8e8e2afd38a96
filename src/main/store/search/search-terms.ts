import { isSpaceless, wholeName } from '../tokenizer/compound-names'
import { normalised } from '../tokenizer/index-text'
import { type TokenizedText, tokenize } from '../tokenizer/tokenize'

/** Prefixes this short match most messages. */
const shortBeginning = 3

/** Words that must appear together, in this order. */
export interface SearchTerm {
  /** Folded as in the index; never empty. */
  words: string[]
  /** The words joined, when they were typed as one name, in camel case or with separators. */
  name: string | null
  /** The last word may be a prefix. */
  isPrefix: boolean
}

/** The search term for `text`; null when it contains neither a letter nor a digit. */
export function termOf(text: string): SearchTerm | null {
  const plain = normalised(text)
  const cut = tokenize(plain)
  if (cut.count === 0) return null
  return { words: cut.words.trim().split(' '), name: wholeName(cut), isPrefix: endsInWord(cut, plain) }
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
  return terms.map((term) => termExpression(term, options.hasNames)).join(' AND ')
}

function termExpression({ words, name, isPrefix }: SearchTerm, hasNames: boolean): string {
  // Few names have this prefix, while many messages contain each of its words.
  if (name !== null && hasNames) return `names : "${name}" *`
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
}

/** Whether it ends in a short prefix, which is looked up for each of possibly thousands of words. */
export function endsInShortPrefix({ words, isPrefix }: SearchTerm): boolean {
  return isPrefix && (words.at(-1)?.length ?? 0) <= shortBeginning
}
