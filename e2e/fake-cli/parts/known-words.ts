/** A fake was given a word that it does not know. */
export class UnknownWordError extends Error {
  /** @param where what contains the word, such as an option or a line of a prompt */
  constructor(word: string, where: string, allowed: readonly string[]) {
    super(`unknown word ${JSON.stringify(word)} in ${where}; allowed: ${allowed.join(', ')}`)
  }
}

/** Checks that a word is one of those allowed. @throws UnknownWordError */
export function knownWord<Word extends string>(word: string, where: string, allowed: readonly Word[]): Word {
  const known = allowed.find((each) => each === word)
  if (known === undefined) throw new UnknownWordError(word, where, allowed)
  return known
}

/** Parses a decimal number. @throws UnknownWordError */
export function knownNumber(text: string, where: string): number {
  if (!/^\d+$/.test(text)) throw new UnknownWordError(text, where, ['a whole number'])
  return Number(text)
}
