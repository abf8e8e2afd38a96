import { isRecord } from '../../../../../shared/record'
import { asJson } from './markdown-text'

/** An object of a file of others. */
export type Fields = Record<string, unknown>

/** The list that a field holds; empty for anything else. */
export function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The text that a field holds; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The name that a field holds, such as an id; numbers are names too. Null for anything else. */
export function nameIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Where text is, in objects of whatever kind; the first that has any counts. */
const textKeys = ['text', 'parts', 'content', 'value', 'summary', 'result']

/**
 * The text in a value of whatever shape. What has none, but holds something all the same, is given as JSON. Recursive: the
 * depth of what is imported is bounded.
 */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return joinedTexts(value.map(textIn))
  if (!isRecord(value)) return ''
  for (const key of textKeys) {
    const text = textIn(value[key])
    if (text !== '') return text
  }
  return holdsSomething(value) ? asJson(value) : ''
}

/** Whether there is more in a value than empty texts, lists and objects. */
export function holdsSomething(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsSomething)
  return value !== '' && value !== null && value !== undefined
}

/** Texts as paragraphs of one. */
export function joinedTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}

/** The size in bytes that a field holds; 0 for anything else. */
export function sizeOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}

/** From here to the year 2100 a time is one; what is later in seconds is one in milliseconds. */
const lastTime = Date.UTC(2100, 0, 1)

/** A time that a file gives in seconds, in milliseconds or as text, in milliseconds; null when it is none. */
export function timeOf(value: unknown): number | null {
  const time =
    typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? inMilliseconds(value) : 0
  return time > 0 && time < lastTime ? Math.round(time) : null
}

function inMilliseconds(value: number): number {
  return value * 1_000 < lastTime ? value * 1_000 : value
}
