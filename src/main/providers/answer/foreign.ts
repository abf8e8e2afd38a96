import { isRecord } from '../../../shared/record'

/** JSON as a stranger sent it. Only fields that Parley knows by name are read from it. */
export type Foreign = Record<string, unknown>

/** The value if it is an object, else null. */
export function objectIn(value: unknown): Foreign | null {
  return isRecord(value) ? value : null
}

/** The objects of a list; none when it is no list. */
export function objectsIn(value: unknown): Foreign[] {
  if (!Array.isArray(value)) return []
  return (value as unknown[]).map(objectIn).filter((entry) => entry !== null)
}

/** The value as a name that things can be told apart by: a text or a number, else the empty text. */
export function nameIn(value: unknown): string {
  return typeof value === 'number' ? String(value) : textIn(value)
}

/** The value if it is a text, else the empty text. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The same object with its own names in camel case: gateways written in Python send Gemini's in snake case. */
export function camelKeys(value: Foreign): Foreign {
  const keys = Object.keys(value)
  if (!keys.some((key) => key.includes('_'))) return value
  return Object.fromEntries(
    keys.map((key) => [
      key.replaceAll(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value[key],
    ]),
  )
}
