/** A fake was given a word that its language does not have. */
export class UnknownWordError extends Error {
  /** @param where what the word was part of, such as an option or a line of a prompt */
  constructor(word: string, where: string, allowed: readonly string[]) {
    super(`unknown word ${JSON.stringify(word)} in ${where}; allowed: ${allowed.join(', ')}`)
  }
}

/** The word, which must be one of those allowed. @throws UnknownWordError */
export function knownWord<Word extends string>(word: string, where: string, allowed: readonly Word[]): Word {
  const known = allowed.find((each) => each === word)
  if (known === undefined) throw new UnknownWordError(word, where, allowed)
  return known
}

/** The number that a text spells, in decimal digits. @throws UnknownWordError */
export function knownNumber(text: string, where: string): number {
  if (!/^\d+$/.test(text)) throw new UnknownWordError(text, where, ['a whole number'])
  return Number(text)
}
