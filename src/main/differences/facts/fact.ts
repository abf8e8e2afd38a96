import type { FactKind } from '../../../shared/differences/differences'

/** A fact that an answer states, with its place. */
export interface Fact {
  kind: FactKind
  /** Equal for equal facts, however they are written; a number's value ends with its unit, if any. */
  value: string
  from: number
  to: number
  /** The amount and the unit of a number. */
  unit?: { amount: string; name: string }
  /** The name may be an ordinary noun, so it counts only where the other answer has another name in its place. */
  isUnsure?: true
}

/** A fact without its place. */
export type ReadFact = Omit<Fact, 'from' | 'to'>

/** Stands for text that has been read, in the same length; no fact contains or adjoins it. */
export const readMark = '\ue000'

/** Reads facts by a pattern. Returns the text without those that `read` accepts, in the same length. */
export function readFacts(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => ReadFact | null,
  facts: Fact[],
): string {
  const found: Fact[] = []
  for (const match of text.matchAll(pattern)) {
    const fact = read(match)
    if (fact !== null) found.push({ ...fact, from: match.index, to: match.index + match[0].length })
  }
  facts.push(...found)
  return withoutFacts(text, found)
}

/** The text with marks in place of `facts`, which are in order, in the same length. */
export function withoutFacts(text: string, facts: readonly Fact[]): string {
  if (facts.length === 0) return text
  const pieces: string[] = []
  let at = 0
  for (const { from, to } of facts) {
    pieces.push(text.slice(at, from), readMark.repeat(Math.max(0, to - from)))
    at = to
  }
  return pieces.join('') + text.slice(at)
}
