import type { FieldSchema, FormValues, ObjectSchema } from './field-schema'

/**
 * The initial values of a form: the defaults of its schema, and nothing for other fields. Only a required checkbox
 * starts as unchecked, because that is what it shows.
 */
export function defaultValues(schema: ObjectSchema): FormValues {
  const values: FormValues = {}
  for (const [name, field] of Object.entries(schema.properties)) {
    const preset = presetOf(field, schema.required.includes(name))
    if (preset !== undefined) values[name] = preset
  }
  return values
}

function presetOf(field: FieldSchema, isRequired: boolean): unknown {
  if (field.default !== undefined) return field.default
  if (!('type' in field)) return undefined
  if (field.type === 'boolean' && isRequired) return false
  if (field.type !== 'object') return undefined
  const values = defaultValues(field)
  return isRequired || Object.keys(values).length > 0 ? values : undefined
}
