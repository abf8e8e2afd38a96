import { isRecord } from '../../../shared/record'
import type { FormValues, ObjectSchema } from './field-schema'

/** Values entered as JSON; null when they are not an object. */
export function valuesFromJson(text: string): FormValues | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return isRecord(parsed) ? parsed : null
  } catch {
    // Incomplete or invalid JSON: the user sees an error on submit.
    return null
  }
}

export function jsonOf(values: FormValues): string {
  return JSON.stringify(values, null, 2)
}

/** The values in the order of the form, not in which they were filled in. */
export function inSchemaOrder(values: FormValues, schema: ObjectSchema): FormValues {
  const asked = Object.keys(schema.properties).filter((name) => Object.hasOwn(values, name))
  const rest = Object.keys(values).filter((name) => !Object.hasOwn(schema.properties, name))
  return Object.fromEntries([...asked, ...rest].map((name) => [name, values[name]]))
}
