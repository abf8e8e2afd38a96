/** `text` as a quotation. */
export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** `text` escaped for one line of Markdown, such as between the brackets of a link. */
export function linkText(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').replaceAll(/[\\[\]<>*_`]/g, '\\$&')
}
