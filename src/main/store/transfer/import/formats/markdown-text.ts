/** `text` as a code block that its content cannot end. */
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

/** Content of an unknown kind as JSON, as it was in the file. */
export function asJson(value: unknown): string {
  return fenced('json', JSON.stringify(value, null, 2))
}

/** `text` escaped for one line of Markdown, such as between the brackets of a link. */
export function linkText(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').replaceAll(/[\\[\]<>*_`]/g, '\\$&')
}
