/** Longest formula that is rendered, and longest one with chemistry or units, which takes much longer. */
const maxChars = 4_000
const maxChemistryChars = 1_000

/** True if a formula is short enough to be rendered; a longer one is shown as written. */
export function isShortFormula(text: string): boolean {
  return text.length <= (/\\(?:ce|pu)(?![a-zA-Z])/.test(text) ? maxChemistryChars : maxChars)
}

/** Options of the math library for untrusted formulas: nothing is loaded, and everything is bounded. */
export const mathOptions = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxExpand: 500,
  maxSize: 40,
} as const
