import { endOfName } from '../tokenizer/compound-names'
import type { SearchTerm } from './search-terms'
import type { TokenizedText } from '../tokenizer/tokenize'

/** Where a term occurs in a text: from word `first` up to but excluding word `end`. */
export interface TermPlace {
  first: number
  end: number
  /** The last word was matched as a whole, not as a prefix. */
  isWhole: boolean
}

/** More occurrences of a term in one text add nothing. */
const maxPlaces = 100

/** The occurrences of the term in order: as its words, or else as part of a name. */
export function placesOf(term: SearchTerm, text: TokenizedText): TermPlace[] {
  const places = placesOfWords(term, text)
  if (places.length > 0) return places
  if (term.name !== null) return placesInNames(term.name, true, text)
  const [word, ...others] = term.words
  return word === undefined || others.length > 0 ? places : placesInNames(word, term.isPrefix, text)
}

/** Whether the words of all terms follow each other in the text as typed. */
export function containsPhrase(terms: readonly SearchTerm[], text: TokenizedText): boolean {
  const end = terms.at(-1)?.isPrefix === true ? '' : ' '
  return text.words.includes(` ${terms.flatMap(({ words }) => words).join(' ')}${end}`)
}

function placesOfWords({ words, isPrefix }: SearchTerm, text: TokenizedText): TermPlace[] {
  const together = ` ${words.join(' ')}`
  const sought = isPrefix ? together : `${together} `
  const places: TermPlace[] = []
  for (let at = text.words.indexOf(sought); at !== -1 && places.length < maxPlaces;) {
    const first = wordAt(text, at + 1)
    const behind = at + together.length
    places.push({ first, end: first + words.length, isWhole: text.words.charAt(behind) === ' ' })
    at = text.words.indexOf(sought, behind)
  }
  return places
}

/** The index of the word at this offset. */
function wordAt(text: TokenizedText, offset: number): number {
  let [low, high] = [0, text.count - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((text.offsets[middle] ?? offset) < offset) low = middle + 1
    else high = middle
  }
  return low
}

function placesInNames(name: string, isPrefix: boolean, text: TokenizedText): TermPlace[] {
  const places: TermPlace[] = []
  const start = name.charCodeAt(0)
  for (let first = 0; first < text.count && places.length < maxPlaces; first += 1) {
    if (text.words.charCodeAt(text.offsets[first] ?? 0) !== start) continue
    const place = placeInName(name, isPrefix, text, first)
    if (place === null) continue
    places.push(place)
    first = place.end - 1
  }
  return places
}

/** An occurrence of the name, or its prefix, formed by the words from `first`. */
function placeInName(name: string, isPrefix: boolean, text: TokenizedText, first: number): TermPlace | null {
  const end = endOfName(text, first)
  let read = ''
  for (let index = first; index < end; index += 1) {
    const offset = text.offsets[index] ?? 0
    read += text.words.slice(offset, text.words.indexOf(' ', offset))
    if (read === name) {
      // The index has the rest of the name, up to its end.
      return isPrefix || index + 1 === end ? { first, end: index + 1, isWhole: index + 1 === end } : null
    }
    if (!name.startsWith(read)) {
      return isPrefix && read.startsWith(name) ? { first, end: index + 1, isWhole: false } : null
    }
  }
  return null
}
