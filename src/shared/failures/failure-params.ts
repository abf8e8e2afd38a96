/** A value that an error text can interpolate. */
export type TextParam = string | number

/** Longest interpolated value: an imported error can hold anything. */
const shownChars = 4_000

/** Values shown in parentheses after a space, and omitted when unknown. */
const inBrackets = ['status', 'networkCode'] as const

/** Everything that an error's texts can interpolate: its data, and values derived from it. */
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

/** The message of an error that is plain data. */
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
