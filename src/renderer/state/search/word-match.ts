/** The characters of a match may be spread over at most this many times the word's length. */
const looseness = 2

/** A typed word, prepared for matching thousands of names. */
export interface QueryWord {
  text: string
  /** Matches it at the start of a part of a name. */
  atPart: RegExp
}

/** The words of a query as they are compared with names, in lower case. */
export function queryWords(query: string): QueryWord[] {
  const texts = query.toLowerCase().split(/\s+/).filter(Boolean)
  return texts.map((text) => ({
    text,
    atPart: new RegExp(
      `(?:^|[^\\p{L}\\p{N}])${text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}`,
      'u',
    ),
  }))
}

/** Scores a word against a lower-case text: as a substring, or by its characters in order; 0 for no match. */
export function wordScore(text: string, word: QueryWord): number {
  return plainScore(text, word) || looseScore(text, word.text)
}

/** 3 for the whole text, above 2 at the start of a part, above 1 elsewhere, 0 for no match. */
export function plainScore(text: string, { text: word, atPart }: QueryWord): number {
  if (text === word) return 3
  if (!text.includes(word)) return 0
  return (atPart.test(text) ? 2 : 1) + word.length / (text.length + 1)
}

/** Up to 1, higher the closer the characters are; 0 if they do not occur in order. */
function looseScore(text: string, word: string): number {
  if (word.length < 2) return 0
  let start = -1
  let at = -1
  for (const character of word) {
    at = text.indexOf(character, at + 1)
    if (at === -1) return 0
    if (start === -1) start = at
  }
  const span = at - start + 1
  return span > word.length * looseness ? 0 : word.length / span
}
