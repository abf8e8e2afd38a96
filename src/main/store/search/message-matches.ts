import type { MessageRole, Part } from '../../../shared/sessions/messages'
import { fromJson } from '../database/stored-json'
import { type TermPlace, placesOf, containsPhrase } from './term-places'
import type { FoundText } from './snippet'
import type { SearchTerm } from './search-terms'
import { searchedTexts } from '../tokenizer/index-text'
import { tokenize } from '../tokenizer/tokenize'

/** A message as a search has read it. */
export interface ReadMessage {
  field: 'text' | 'reasoning'
  found: FoundText
  /** How many of the terms occur in it. */
  termCount: number
  /** How relevant its content is. */
  score: number
}

/** The weights of ranking. */
const weights = { longerWord: 0.6, reasoning: 0.4, together: 0.8, user: 0.1 }

/** Looks for the terms in a message's text and its reasoning. */
export function readMessage(
  row: { parts: string; role: MessageRole },
  terms: readonly SearchTerm[],
): ReadMessage {
  const parts = fromJson<Part[]>(row.parts)
  const searched = searchedTexts(parts)
  const text = findIn(searched.text, terms)
  const reasoning = searched.reasoning === '' ? null : findIn(searched.reasoning, terms)
  const inText = text.places.map(weightOf)
  const inReasoning = reasoning?.places.map(weightOf)
  const perTerm = inText.map((weight, index) => weight + weights.reasoning * (inReasoning?.[index] ?? 0))
  const isReasoning = reasoning !== null && countOf(reasoning) > countOf(text)
  const best = isReasoning ? reasoning : text
  return {
    field: isReasoning ? 'reasoning' : 'text',
    found: best,
    termCount: perTerm.filter((weight) => weight > 0).length,
    score:
      perTerm.reduce((sum, weight) => sum + saturated(weight, best.cut.count), 0) /
        Math.max(1, terms.length) +
      (terms.length > 1 && containsPhrase(terms, best.cut) ? weights.together : 0) +
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
