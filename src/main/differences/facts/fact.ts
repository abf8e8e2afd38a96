/** A number with its unit or the word that it counts. */
export interface NumberValue {
  kind: 'number'
  /** In the basic unit of its dimension; a range has two ends. */
  low: number
  high: number
  /** At least, or at most. */
  bound: 'least' | 'most' | null
  /** The amount as written, without its unit. */
  amount: number
  /** The difference that rounding may have made. */
  precision: number
  /** The basic unit; empty if it has none. */
  dimension: string
  /** The unit as a multiple of the basic one. */
  unit: number
  /** The seconds of `per day`; null if it is no rate. */
  per: number | null
  /** About, nearly, roughly. */
  isRough: boolean
}

/** A date or a time of day; what is not stated is absent. */
export interface DateValue {
  kind: 'date'
  year?: number
  month?: number
  day?: number
  /** Minutes since midnight. */
  time?: number
}

/** A version of something that is named before it. */
export interface VersionValue {
  kind: 'version'
  name: string
  version: string
}

export interface NameValue {
  kind: 'name'
  name: string
}

/** A value that an answer states, with its place. */
export interface Fact<Value = NumberValue | DateValue | VersionValue | NameValue> {
  value: Value
  from: number
  to: number
}

/** Stands for text that has been read, in the same length; no fact contains or adjoins it. */
export const readMark = '\ue000'

/** Reads facts by a pattern. Returns the text without those that `read` accepts, in the same length. */
export function readFacts(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => Fact['value'] | null,
  facts: Fact[],
): string {
  const found: Fact[] = []
  for (const match of text.matchAll(pattern)) {
    const value = read(match)
    if (value !== null) found.push({ value, from: match.index, to: match.index + match[0].length })
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
