import { characterKind, kindOf } from './character-kinds'
import { type TokenizedText, maxWordUnits } from './tokenize'

/** A longer name, such as a key, is not treated as one: it is found by its start only. */
const maxNameWords = 8

/**
 * The names of several words, such as `useSessionStore` and `session_store`, each joined into one word, with and
 * without their first words: users also type `usesessionstore` and `SessionStore`.
 */
export function namesIn(text: TokenizedText): string {
  const names = new Set<string>()
  for (let first = 0; first < text.count; first += 1) {
    const end = endOfName(text, first)
    const words = end - first
    const starts = words > maxNameWords ? 1 : words - 1
    for (let start = 0; start < starts; start += 1) names.add(inOnePiece(text, first + start, end))
    first = end - 1
  }
  return [...names].join(' ')
}

/** The whole text joined, if it is one name of several words; else null. */
export function wholeName(text: TokenizedText): string | null {
  return text.count > 1 && endOfName(text, 0) === text.count ? inOnePiece(text, 0, text.count) : null
}

/** The end of the name that starts with word `first`: only capitals, or a single underscore, separate its words. */
export function endOfName(text: TokenizedText, first: number): number {
  let end = first + 1
  if (isSpaceless(text, first)) return end
  while (end < text.count && continuesName(text, end) && !isSpaceless(text, end)) end += 1
  return end
}

function continuesName({ text, starts, ends }: TokenizedText, index: number): boolean {
  const end = ends[index - 1] ?? 0
  const start = starts[index] ?? 0
  return start === end || (start === end + 1 && text.charAt(end) === '_')
}

/** True if word `index` is a character of a script without spaces. */
export function isSpaceless(text: TokenizedText, index: number): boolean {
  return kindOf(text.words.codePointAt(text.offsets[index] ?? 0) ?? 0) === characterKind.word
}

function inOnePiece(text: TokenizedText, first: number, end: number): string {
  const to = end < text.count ? text.offsets[end] : text.words.length
  const words = text.words.slice(text.offsets[first], to)
  return words.replaceAll(' ', '').slice(0, maxWordUnits).toWellFormed()
}
