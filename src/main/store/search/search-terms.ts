import { isSpaceless, wholeName } from '../tokenizer/compound-names'
import { comparable } from '../tokenizer/index-text'
import { type CutText, cutIntoWords } from '../tokenizer/words'

/** Prefixes this short match most messages. */
const shortBeginning = 3

/** Words that must appear together, in this order. */
export interface SearchTerm {
  /** Folded as in the index; never empty. */
  words: string[]
  /** The words joined, when they were typed as one name, in camel case or with separators. */
  name: string | null
  /** The last word may be a prefix. */
  canGoOn: boolean
}

/** The search term for `text`; null when it contains neither a letter nor a digit. */
export function termOf(text: string): SearchTerm | null {
  const plain = comparable(text)
  const cut = cutIntoWords(plain)
  if (cut.count === 0) return null
  return { words: cut.words.trim().split(' '), name: wholeName(cut), canGoOn: endsInWord(cut, plain) }
}

/** A bracket ends a word, and each character of a script without spaces is a word. */
function endsInWord(cut: CutText, text: string): boolean {
  return cut.ends[cut.count - 1] === text.length && !isSpaceless(cut, cut.count - 1)
}

/**
 * The terms as an FTS5 expression. A word contains only letters and digits, so it cannot be an operator.
 * @see https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
export function matchExpression(terms: readonly SearchTerm[], options: { hasNames: boolean }): string {
  return terms.map((term) => termExpression(term, options.hasNames)).join(' AND ')
}

function termExpression({ words, name, canGoOn }: SearchTerm, hasNames: boolean): string {
  // Few names have this prefix, while many messages contain each of its words.
  if (name !== null && hasNames) return `names : "${name}" *`
  return `"${words.join(' ')}"${canGoOn ? ' *' : ''}`
}

/** Whether it ends in a short prefix, which is looked up for each of possibly thousands of words. */
export function endsInShortBeginning({ words, canGoOn }: SearchTerm): boolean {
  return canGoOn && (words.at(-1)?.length ?? 0) <= shortBeginning
}
