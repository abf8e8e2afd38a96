/** Letters written from right to left, and marks that change the direction. */
const turns =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A value in a sentence of the window; it has its own direction and does not reorder the words around it. */
export function isolated(value: string): string {
  return turns.test(value) ? `\u2068${value}\u2069` : value
}
