/** `text` as a block of code that nothing in it can end. */
export function fenced(language: string, text: string): string {
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language.replaceAll(/[^\w+#.-]/g, '')}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

/** `text` as a quotation. */
export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** What nobody knows how to show, as it stood in the file. */
export function asJson(value: unknown): string {
  return fenced('json', JSON.stringify(value, null, 2))
}

/** `text` as it can stand in one line of Markdown, such as between the brackets of a link. */
export function linkText(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').replaceAll(/[\\[\]<>*_`]/g, '\\$&')
}
