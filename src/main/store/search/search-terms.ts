import { isSpaceless, wholeName } from '../tokenizer/compound-names'
import { comparable } from '../tokenizer/index-text'
import { type CutText, cutIntoWords } from '../tokenizer/words'

/** A beginning of so few letters stands in most messages. */
const shortBeginning = 3

/** Words that have to stand together, in this order. */
export interface SearchTerm {
  /** Folded, as the index has them; never empty. */
  words: string[]
  /** All of them in one piece, when they were typed as one name, in camel case or with lines between. */
  name: string | null
  /** The last word may be the beginning of a longer one. */
  canGoOn: boolean
}

/** What is searched for when somebody types `text`; null when there is no letter and no digit in it. */
export function termOf(text: string): SearchTerm | null {
  const plain = comparable(text)
  const cut = cutIntoWords(plain)
  if (cut.count === 0) return null
  return { words: cut.words.trim().split(' '), name: wholeName(cut), canGoOn: endsInWord(cut, plain) }
}

/** Behind a bracket nothing goes on, and each character of a script without spaces is a word of its own. */
function endsInWord(cut: CutText, text: string): boolean {
  return cut.ends[cut.count - 1] === text.length && !isSpaceless(cut, cut.count - 1)
}

/**
 * The terms as FTS5 reads them. A word has letters and digits only, so that nothing in it can be an operator.
 * @see https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
export function matchExpression(terms: readonly SearchTerm[], options: { hasNames: boolean }): string {
  return terms.map((term) => termExpression(term, options.hasNames)).join(' AND ')
}

function termExpression({ words, name, canGoOn }: SearchTerm, hasNames: boolean): string {
  // There are few names with this beginning, and many messages with each of its words.
  if (name !== null && hasNames) return `names : "${name}" *`
  return `"${words.join(' ')}"${canGoOn ? ' *' : ''}`
}

/**
 * Whether it ends in an unfinished word of few letters. That is looked up word by word, of which there may be thousands.
 */
export function endsInShortBeginning({ words, canGoOn }: SearchTerm): boolean {
  return canGoOn && (words.at(-1)?.length ?? 0) <= shortBeginning
}
