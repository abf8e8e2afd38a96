/** A formula that takes longer to read than this is shown as it was written. */
export const maxMathChars = 4_000

/** How the library of formulas reads one, wherever it is drawn: nothing in it is followed or loaded, and it is bounded. */
export const mathOptions = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxExpand: 500,
  maxSize: 40,
} as const
