/** What texts of errors can put in. */
export type TextParam = string | number

/** How much of a value is put in: an error may have been imported with whatever a file said. */
const shownChars = 4_000

/** Values that a text puts in brackets behind a space, and leaves out where they are unknown. */
const inBrackets = ['status', 'networkCode'] as const

/** What the texts of an error can put in: its data, and what follows from it. */
export function failureParams(data: Readonly<Record<string, unknown>>): Record<string, TextParam> {
  const params = new Map<string, TextParam>()
  for (const [name, value] of Object.entries(data)) {
    const param = paramOf(value)
    if (param !== null) params.set(name, param)
  }
  for (const name of inBrackets) {
    const value = params.get(name) ?? ''
    params.set(name, value === '' ? '' : ` (${value})`)
  }
  const { timeoutMs, afterMs, cause } = data
  if (typeof timeoutMs === 'number') params.set('seconds', timeoutMs / 1000)
  if (typeof afterMs === 'number') params.set('count', afterMs / 1000)
  const firstError = messageOf(cause)
  if (firstError !== null) params.set('firstError', firstError)
  return Object.fromEntries(params)
}

/** Of an error as plain data. */
function messageOf(error: unknown): TextParam | null {
  return typeof error === 'object' && error !== null && 'message' in error ? paramOf(error.message) : null
}

function paramOf(value: unknown): TextParam | null {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return value === '' ? null : value.slice(0, shownChars)
  if (!Array.isArray(value)) return null
  const items = value.filter((item) => typeof item === 'string' || typeof item === 'number')
  return items.length === value.length ? items.join(', ').slice(0, shownChars) : null
}
