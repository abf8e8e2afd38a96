/** Characters of a word that stand further apart than this many times its length are no match any more. */
const looseness = 2

/** One word of what somebody typed, ready to be looked for in thousands of names. */
export interface SoughtWord {
  text: string
  /** Finds it where a part of a name begins. */
  atPart: RegExp
}

export function wordsOf(query: string): SoughtWord[] {
  const texts = query.toLowerCase().split(/\s+/).filter(Boolean)
  return texts.map((text) => ({
    text,
    atPart: new RegExp(
      `(?:^|[^\\p{L}\\p{N}])${text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}`,
      'u',
    ),
  }))
}

/** How well a word fits a text in lower case: as it stands, or by its characters in their order; 0 where it does not. */
export function wordScore(text: string, word: SoughtWord): number {
  return plainScore(text, word) || looseScore(text, word.text)
}

/** 3 for the whole text, more than 2 at the beginning of a part, more than 1 anywhere else, 0 for nowhere. */
export function plainScore(text: string, { text: word, atPart }: SoughtWord): number {
  if (text === word) return 3
  if (!text.includes(word)) return 0
  return (atPart.test(text) ? 2 : 1) + word.length / (text.length + 1)
}

/** Up to 1, the closer together the characters stand; 0 where they are not there in their order. */
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
