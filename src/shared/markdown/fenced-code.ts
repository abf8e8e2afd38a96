/** `text` as a block of code, with a fence longer than any in the text. `language` is cleaned of what would end it. */
export function fencedCode(text: string, language = ''): string {
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language.replaceAll(/[^\w+#.-]/g, '')}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

/** True if a fenced code block has its closing fence, and for indented code, which needs none. */
export function isFenceClosed(source: string): boolean {
  const opening = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1]
  if (opening === undefined) return true
  const last = /\n {0,3}(`{3,}|~{3,})[ \t]*\n*$/.exec(source)?.[1]
  return last !== undefined && last.startsWith(opening)
}
