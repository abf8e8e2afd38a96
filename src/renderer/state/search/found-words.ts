import type { SearchHit } from '../../../shared/sessions/sessions'

const maxWords = 50

/** What a search has found in a message. */
export interface FoundWords {
  /** From the first word that was found to the last, as the text has it: where to look first. */
  passage: string
  /** The words themselves, as they stand in the text, the longest first. */
  words: readonly string[]
}

type Place = Pick<SearchHit, 'snippet' | 'highlights'>

/** The words that were found, as they stand in the texts, the longest first. */
export function wordsOf(places: readonly Place[]): string[] {
  const words = new Set<string>()
  for (const { snippet, highlights } of places) {
    for (const [from, to] of highlights) words.add(snippet.slice(from, to).toLowerCase())
  }
  words.delete('')
  return [...words].toSorted((left, right) => right.length - left.length).slice(0, maxWords)
}

/** What was found at one place; undefined where nothing of it is marked, as where only filters were asked for. */
export function foundAt(place: Place): FoundWords | undefined {
  const words = wordsOf([place])
  if (words.length === 0) return undefined
  const from = Math.min(...place.highlights.map(([start]) => start))
  const to = Math.max(...place.highlights.map(([, end]) => end))
  return { passage: place.snippet.slice(from, to), words }
}
