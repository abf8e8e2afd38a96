import { fencedCode } from '../../../../../shared/markdown/fenced-code'

/** `text` as a quotation. */
export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Content of an unknown kind as JSON, as it was in the file. */
export function asJson(value: unknown): string {
  return fencedCode(JSON.stringify(value, null, 2), 'json')
}

/** `text` escaped for one line of Markdown, such as between the brackets of a link. */
export function linkText(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').replaceAll(/[\\[\]<>*_`]/g, '\\$&')
}
