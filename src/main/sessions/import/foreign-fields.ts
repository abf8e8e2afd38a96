/** An object of a file of others. */
export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The list that a field holds; empty for anything else. */
export function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The text that a field holds; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
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
