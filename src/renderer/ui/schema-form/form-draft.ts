import { isRecord } from '../../../shared/record'
import type { FieldSchema, FormValues, ObjectSchema } from './field-schema'

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

/** The values as JSON that users can read and edit. */
export function jsonOf(values: FormValues): string {
  return JSON.stringify(values, null, 2)
}

/** The values in the order of the form, not in which they were filled in. */
export function inSchemaOrder(values: FormValues, schema: ObjectSchema): FormValues {
  const asked = Object.keys(schema.properties).filter((name) => Object.hasOwn(values, name))
  const rest = Object.keys(values).filter((name) => !Object.hasOwn(schema.properties, name))
  return Object.fromEntries([...asked, ...rest].map((name) => [name, values[name]]))
}

/** The initial values of a form: the defaults of its schema, and nothing for other fields. */
export function defaultValues(schema: ObjectSchema): FormValues {
  const values: FormValues = {}
  for (const [name, field] of Object.entries(schema.properties)) {
    const preset = presetValue(field, schema.required.includes(name))
    if (preset !== undefined) values[name] = preset
  }
  return values
}

/** The initial value of a field; undefined for none. A required checkbox starts as unchecked, because it shows that. */
export function presetValue(field: FieldSchema, isRequired: boolean): unknown {
  if (field.default !== undefined) return field.default
  if (!('type' in field)) return undefined
  if (field.type === 'null') return null
  if (field.type === 'boolean') return isRequired ? false : undefined
  if (field.type !== 'object') return undefined
  const values = defaultValues(field)
  return isRequired || Object.keys(values).length > 0 ? values : undefined
}
