/** Unique tokens that show which part of a text is missing. */
export function numberedTokens(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index} `)
}

/** The number of numbered tokens if a text consists of exactly the first ones; null otherwise. */
export function countNumberedTokens(text: string): number | null {
  if (text === '') return 0
  const numbers = text.split(' ')
  const isPrefix = numbers.pop() === '' && numbers.every((number, index) => number === String(index))
  return isPrefix ? numbers.length : null
}
