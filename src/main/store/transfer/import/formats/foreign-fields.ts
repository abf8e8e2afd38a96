import { isRecord } from '../../../../../shared/record'

/** An object from another program's file. */
export type Fields = Record<string, unknown>

/** The list in a field; empty for anything else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects in a list in a field. */
export function recordsIn(value: unknown): Fields[] {
  return listOf(value).filter(isRecord)
}

/** The text in a field; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The name in a field, such as an id; numbers are names too. Null for anything else. */
export function nameIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** The keys under which objects of any kind have their text; the first with text counts. */
const textKeys = ['text', 'parts', 'content', 'value', 'summary', 'result']
/** Kinds of objects that are text, such as `output_text`. */
const textKind = /(?:^|_)(?:text|markdown|message|paragraph)$/

/** The text in a value, and whether that is all of it. */
interface ReadText {
  text: string
  isWhole: boolean
}

/**
 * The text in a value of any shape. An object that says that it is something other than text is left out, because it may
 * be nobody's words. Recursive, because the depth of imports is limited.
 */
export function readText(value: unknown): ReadText {
  if (typeof value === 'string') return { text: value, isWhole: true }
  if (Array.isArray(value)) {
    const read = value.map(readText)
    return { text: joinedTexts(read.map(({ text }) => text)), isWhole: read.every(({ isWhole }) => isWhole) }
  }
  if (!isRecord(value)) return { text: '', isWhole: !hasContent(value) }
  const kind = value['type'] ?? value['content_type']
  if (typeof kind === 'string' && !textKind.test(kind)) return { text: '', isWhole: !hasContent(value) }
  for (const key of textKeys) {
    const read = readText(value[key])
    if (read.text !== '') return read
  }
  return { text: '', isWhole: !hasContent(value) }
}

/** The text of `readText`, where the rest does not matter. */
export function textIn(value: unknown): string {
  return readText(value).text
}

/** True if a value contains more than empty texts, lists and objects. */
export function hasContent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasContent)
  return value !== '' && value !== null && value !== undefined
}

/** Joins texts as paragraphs. */
export function joinedTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}

/** The size in bytes in a field; 0 for anything else. */
export function sizeOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}

/** The latest valid time; a larger number of seconds must be milliseconds. */
const lastTime = Date.UTC(2100, 0, 1)

/** A time in seconds, milliseconds or as text, converted to milliseconds; null when it is none. */
export function timeOf(value: unknown): number | null {
  const time =
    typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? inMilliseconds(value) : 0
  return time > 0 && time < lastTime ? Math.round(time) : null
}

function inMilliseconds(value: number): number {
  return value * 1_000 < lastTime ? value * 1_000 : value
}

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
