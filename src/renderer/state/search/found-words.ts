import type { Part } from '../../../shared/sessions/messages'
import type { SearchHit } from '../../../shared/sessions/sessions'

const maxWords = 50

/** The match of a search in a message. */
export interface FoundWords {
  /** The text from the first match to the last: where to look first. */
  passage: string
  /** The matched words as they are in the text, longest first. */
  words: readonly string[]
}

type Place = Pick<SearchHit, 'snippet' | 'highlights'>

/** The matched words as they are in the texts, longest first. */
export function foundWords(places: readonly Place[]): string[] {
  const words = new Set<string>()
  for (const { snippet, highlights } of places) {
    for (const [from, to] of highlights) words.add(snippet.slice(from, to).toLowerCase())
  }
  words.delete('')
  return [...words].toSorted((left, right) => right.length - left.length).slice(0, maxWords)
}

/** The matches at one place; undefined if there are none, for example with filters only. */
export function foundAt(place: Place): FoundWords | undefined {
  const words = foundWords([place])
  if (words.length === 0) return undefined
  const from = Math.min(...place.highlights.map(([start]) => start))
  const to = Math.max(...place.highlights.map(([, end]) => end))
  return { passage: place.snippet.slice(from, to), words }
}

/** The first call that has all of the words, or else any, in its input or result, after the calls that it belongs to. */
export function callsWith(parts: readonly Part[], { words }: FoundWords): string[] {
  const texts = parts.flatMap((part) =>
    part.type === 'tool-call' || part.type === 'tool-result'
      ? [{ id: part.toolCallId, text: JSON.stringify(part).toLowerCase() }]
      : [],
  )
  const found =
    texts.find(({ text }) => words.every((word) => text.includes(word))) ??
    texts.find(({ text }) => words.some((word) => text.includes(word)))
  const chain: string[] = []
  let id = found?.id
  while (id !== undefined && !chain.includes(id)) {
    chain.unshift(id)
    const toolCallId = id
    const call = parts.find((part) => part.type === 'tool-call' && part.toolCallId === toolCallId)
    id = call?.type === 'tool-call' ? call.parentToolCallId : undefined
  }
  return chain
}
