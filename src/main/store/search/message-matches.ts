import { invariant } from '../../../shared/invariant'
import type { SearchHit } from '../../../shared/sessions/sessions'
import type { MessageRole, Part } from '../../../shared/sessions/messages'
import { fromJson } from '../database/stored-json'
import { type TermPlace, placesOf, containsPhrase } from './term-places'
import type { FoundText } from './snippet'
import type { SearchTerm } from './search-terms'
import { normalised } from '../tokenizer/index-text'
import { textsOf } from '../tokenizer/searched-texts'
import { tokenize } from '../tokenizer/tokenize'

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
