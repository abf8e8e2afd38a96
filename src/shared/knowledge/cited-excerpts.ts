import type { KnowledgeExcerpt } from './knowledge'

/** Fenced blocks, the last of which may be open, and code in a line. */
const code = /^```[^]*?(?:^```|$(?![^]))|`[^`\n]*`/gm

/** The excerpts that the text of an answer cites, with their numbers in it. */
export function citedExcerpts(answer: string, excerpts: readonly KnowledgeExcerpt[]) {
  const cited = citedNumbers(answer)
  return excerpts
    .map((excerpt, index) => ({ excerpt, number: index + 1 }))
    .filter(({ number }) => cited.has(number))
}

/** The numbers in square brackets outside code, as in `[2]` and `[1, 3]`. */
export function citedNumbers(answer: string): ReadonlySet<number> {
  const lists = answer.replaceAll(code, '').matchAll(/\[(\d{1,3}(?:\s?,\s?\d{1,3})*)\]/g)
  return new Set(Array.from(lists).flatMap(([, list = '']) => list.split(',').map(Number)))
}
