/** Splits a text into pieces of about the size of a model's tokens. Joined, they give the same text. */
export function tokensOf(text: string): string[] {
  return text.match(/\s*\S{1,7}|\s+$/g) ?? []
}
