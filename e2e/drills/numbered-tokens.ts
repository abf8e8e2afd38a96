/** Tokens that name themselves: what is kept of them can be told from what is missing. */
export function numberedTokens(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index} `)
}

/** How many of the first numbered tokens a text is made of, exactly; null when it is anything else. */
export function countNumberedTokens(text: string): number | null {
  if (text === '') return 0
  const numbers = text.split(' ')
  const isPrefix = numbers.pop() === '' && numbers.every((number, index) => number === String(index))
  return isPrefix ? numbers.length : null
}
