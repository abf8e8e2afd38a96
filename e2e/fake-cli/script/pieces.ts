/** Splits a text into pieces like the tokens of a model. */
export function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,20}/gu) ?? []
}
