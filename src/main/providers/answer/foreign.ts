import { isRecord } from '../../../shared/record'

/** Untrusted JSON. Parley reads only fields that it knows by name. */
export type Foreign = Record<string, unknown>

/** The value if it is an object, else null. */
export function objectIn(value: unknown): Foreign | null {
  return isRecord(value) ? value : null
}

/** The objects in a list; empty when the value is not a list. */
export function objectsIn(value: unknown): Foreign[] {
  if (!Array.isArray(value)) return []
  return (value as unknown[]).map(objectIn).filter((entry) => entry !== null)
}

/** The value as an identifier if it is a string or a number, else the empty string. */
export function nameIn(value: unknown): string {
  return typeof value === 'number' ? String(value) : textIn(value)
}

/** The value if it is a string, else the empty string. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the object with its own keys in camel case: gateways written in Python send Gemini's in snake case. */
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
