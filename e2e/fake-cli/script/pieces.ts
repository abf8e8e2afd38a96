/** A text in pieces as a model's tokens come. */
export function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,20}/gu) ?? []
}
