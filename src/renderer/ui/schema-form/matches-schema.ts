import { isRecord } from '../../../shared/record'

/**
 * Whether a value has the shape of one of several alternatives, so that the form shows its fields. It does not validate:
 * main does that, with the whole schema.
 */
export function matchesSchema(schema: unknown, value: unknown): boolean {
  if (!isRecord(schema)) return schema === true
  const { type, const: only, enum: values, required, properties, allOf, anyOf, oneOf } = schema
  if (typeof type === 'string' && !hasType(type, value)) return false
  if ('const' in schema && only !== value) return false
  if (Array.isArray(values) && !values.includes(value)) return false
  if (Array.isArray(required) && !required.every((name) => hasField(value, name))) return false
  if (isRecord(properties) && isRecord(value)) {
    for (const [name, field] of Object.entries(properties)) {
      if (hasField(value, name) && !matchesSchema(field, value[name])) return false
    }
  }
  if (Array.isArray(allOf) && !allOf.every((part) => matchesSchema(part, value))) return false
  return [anyOf, oneOf].every(
    (options) => !Array.isArray(options) || options.some((option) => matchesSchema(option, value)),
  )
}

function hasField(value: unknown, name: unknown): boolean {
  return (
    isRecord(value) && typeof name === 'string' && Object.hasOwn(value, name) && value[name] !== undefined
  )
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isRecord(value)
    case 'array':
      return Array.isArray(value)
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}
