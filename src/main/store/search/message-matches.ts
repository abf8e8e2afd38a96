import { invariant } from '../../../shared/invariant'
import type { SearchHit } from '../../../shared/sessions/sessions'
import type { MessageRole, Part } from '../../../shared/sessions/messages'
import { fromJson } from '../database/stored-json'
import type { FoundText } from './snippet'
import { hasSymbols, type SearchTerm } from './search-terms'
import { normalised, textsOf } from '../tokenizer/index-text'
import { endOfName, tokenize, type TokenizedText } from '../tokenizer/tokenize'
import { type SymbolRun, symbolRuns } from '../tokenizer/symbols'

/** A message as a search has read it. */
export interface ReadMessage {
  field: Exclude<SearchHit['field'], 'title'>
  found: FoundText
  /** The number of terms that occur in it. */
  termCount: number
  /** The relevance of its content. */
  score: number
}

/** The weights of ranking. */
const weights = {
  longerWord: 0.6,
  text: 1,
  reasoning: 0.4,
  details: 0.3,
  file: 0.3,
  together: 0.8,
  user: 0.1,
}

/**
 * Looks for the terms in a message: in its text and its reasoning and, unless all are there, in what its tools got and
 * returned, and in its files.
 */
export function readMessage(
  row: { parts: string; role: MessageRole },
  terms: readonly SearchTerm[],
  attachedText: (parts: readonly Part[]) => string,
): ReadMessage {
  const parts = fromJson<Part[]>(row.parts)
  const { text, reasoning, details } = textsOf(parts)
  const searched: { field: ReadMessage['field']; text: () => string }[] = [
    { field: 'text', text: () => text },
    { field: 'reasoning', text: () => reasoning },
    { field: 'details', text: () => details },
    { field: 'file', text: () => attachedText(parts) },
  ]
  const weightsOfTerms = terms.map(() => 0)
  let best: { field: ReadMessage['field']; found: FoundText; count: number } | null = null
  for (const { field, text: read } of searched) {
    // Most hits are in the text, and the rest may be long.
    const isRest = field === 'details' || field === 'file'
    if (isRest && weightsOfTerms.every((weight) => weight > 0)) break
    const given = read()
    if (given === '' && best !== null) continue
    const found = findIn(normalised(given), terms)
    const count = countOf(found)
    found.places.forEach((places, index) => {
      weightsOfTerms[index] = (weightsOfTerms[index] ?? 0) + weights[field] * weightOf(places)
    })
    if (best === null || count > best.count) best = { field, found, count }
  }
  invariant(best !== null, 'a message has a text, which may be empty')
  const { field, found } = best
  return {
    field,
    found,
    termCount: weightsOfTerms.filter((weight) => weight > 0).length,
    score:
      weightsOfTerms.reduce((sum, weight) => sum + saturated(weight, found.cut.count), 0) /
        Math.max(1, terms.length) +
      (terms.length > 1 && containsPhrase(terms, found.cut) ? weights.together : 0) +
      (row.role === 'user' ? weights.user : 0),
  }
}

/** Looks for the terms in one text. */
export function findIn(text: string, terms: readonly SearchTerm[]): FoundText {
  const cut = tokenize(text)
  return { cut, places: terms.map((term) => placesOf(term, cut)) }
}

/** The combined weight of one term's occurrences. */
export function weightOf(places: readonly TermPlace[]): number {
  return places.reduce((sum, { isWhole }) => sum + (isWhole ? 1 : weights.longerWord), 0)
}

/** From 0 to 1: each further occurrence counts less, and occurrences in a long text count less than in a short one. */
function saturated(weight: number, wordCount: number): number {
  return weight / (weight + 0.5 + Math.min(1, wordCount / 600))
}

function countOf({ places }: FoundText): number {
  return places.filter((ofTerm) => ofTerm.length > 0).length
}

/** A place of a term in a text: from word `first` up to but excluding word `end`. */
export interface TermPlace {
  first: number
  end: number
  /** The last word was matched as a whole, not as a prefix. */
  isWhole: boolean
  /** The range of the place in the text, in UTF-16 units, if symbols belong to it. */
  range?: { from: number; to: number }
}

/** Returns the range of a place in the text, in UTF-16 units. */
export function rangeOf({ first, end, range }: TermPlace, text: TokenizedText): { from: number; to: number } {
  return range ?? { from: text.starts[first] ?? 0, to: text.ends[end - 1] ?? 0 }
}

/** More occurrences of a term in one text add nothing. */
const maxPlaces = 100

/** The occurrences of the term in order: as its words, or else as part of a name; with its symbols, if it has any. */
function placesOf(term: SearchTerm, text: TokenizedText): TermPlace[] {
  if (!hasSymbols(term)) return placesWithoutSymbols(term, text)
  const runs = [...symbolRuns(text)]
  const { before, behind, between } = term.symbols
  const isThere = between.every((symbols) => runs.some((run) => placeIn(run, symbols) !== -1))
  if (!isThere) return []
  if (term.words.length === 0) return placesOfSymbols(before, runs, text)
  const places = placesWithoutSymbols(term, text, Infinity)
  const leading = new Map(runs.flatMap((run) => (run.before === null ? [] : [[run.before, run] as const])))
  const following = new Map(runs.flatMap((run) => (run.after === null ? [] : [[run.after, run] as const])))
  return places
    .flatMap((place): TermPlace[] => {
      const [lead, follow] = [leading.get(place.first), following.get(place.end - 1)]
      const starts = before.length === 0 || (lead !== undefined && endsWith(lead.symbols, before))
      const ends = behind.length === 0 || (follow !== undefined && startsWith(follow.symbols, behind))
      if (!starts || !ends) return []
      const { from, to } = rangeOf(place, text)
      const range = { from: from - widthOf(before), to: to + widthOf(behind) }
      return [{ ...place, range }]
    })
    .slice(0, maxPlaces)
}

function placesOfSymbols(
  symbols: readonly string[],
  runs: readonly SymbolRun[],
  text: TokenizedText,
): TermPlace[] {
  const places: TermPlace[] = []
  for (const run of runs) {
    const index = placeIn(run, symbols)
    if (index === -1) continue
    const from = Math.min(run.from + widthOf(run.symbols.slice(0, index)), run.to)
    const to =
      index + symbols.length === run.symbols.length ? run.to : Math.min(from + widthOf(symbols), run.to)
    const first = run.after ?? run.before ?? wordNear(text, from)
    places.push({ first, end: first + 1, isWhole: true, range: { from, to } })
    if (places.length === maxPlaces) break
  }
  return places
}

/** The index of the first word behind this place, or the last word. */
function wordNear({ starts, count }: TokenizedText, at: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return Math.max(0, Math.min(low, count - 1))
}

/** Returns the index at which `symbols` begin in a run; -1 if they are not in it. */
function placeIn({ symbols: run }: SymbolRun, symbols: readonly string[]): number {
  for (let at = 0; at + symbols.length <= run.length; at += 1) {
    if (symbols.every((symbol, index) => run[at + index] === symbol)) return at
  }
  return -1
}

function startsWith(run: readonly string[], symbols: readonly string[]): boolean {
  return symbols.every((symbol, index) => run[index] === symbol)
}

function endsWith(run: readonly string[], symbols: readonly string[]): boolean {
  return startsWith(run.slice(-symbols.length), symbols)
}

function widthOf(symbols: readonly string[]): number {
  return symbols.join('').length
}

function placesWithoutSymbols(term: SearchTerm, text: TokenizedText, limit = maxPlaces): TermPlace[] {
  const places = placesOfWords(term, text, limit)
  if (places.length > 0) return places
  if (term.name !== null) return placesInNames(term.name, true, text)
  const [word, ...others] = term.words
  return word === undefined || others.length > 0 ? places : placesInNames(word, term.isPrefix, text)
}

/** True if the words of all terms follow each other in the text as typed. */
function containsPhrase(terms: readonly SearchTerm[], text: TokenizedText): boolean {
  const end = terms.at(-1)?.isPrefix === true ? '' : ' '
  return text.words.includes(` ${terms.flatMap(({ words }) => words).join(' ')}${end}`)
}

function placesOfWords({ words, isPrefix }: SearchTerm, text: TokenizedText, limit: number): TermPlace[] {
  const together = ` ${words.join(' ')}`
  const sought = isPrefix ? together : `${together} `
  const places: TermPlace[] = []
  for (let at = text.words.indexOf(sought); at !== -1 && places.length < limit;) {
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
