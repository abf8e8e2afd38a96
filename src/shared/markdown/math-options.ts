/** Longest formula that is rendered; a longer one is shown as written. */
export const maxMathChars = 4_000

/** Options of the math library for untrusted formulas: nothing is loaded, and everything is bounded. */
export const mathOptions = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxExpand: 500,
  maxSize: 40,
} as const
