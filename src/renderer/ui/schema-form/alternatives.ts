import { isRecord } from '../../../shared/record'
import { assertNever } from '../../../shared/invariant'
import type { FieldSchema } from './field-schema'
import { presetValue } from './form-draft'

/** The index of the alternative that a value was entered for: one that it matches, with most of its fields. */
export function alternativeOf(alternatives: readonly FieldSchema[], value: unknown): number {
  const matching = alternatives.filter((alternative) => matches(alternative, value))
  const [first, ...others] = matching.length > 0 ? matching : alternatives
  if (first === undefined) return -1
  const best = others.reduce(
    (found, other) => (sharedFields(other, value) > sharedFields(found, value) ? other : found),
    first,
  )
  return alternatives.indexOf(best)
}

/** The value to begin with when another alternative is chosen: it keeps what the alternative also has. */
export function valueForAlternative(alternative: FieldSchema, value: unknown): unknown {
  const preset = presetValue(alternative, true)
  if (!('type' in alternative) || alternative.type !== 'object') {
    return matches(alternative, value) ? value : preset
  }
  const kept = isRecord(value)
    ? Object.entries(alternative.properties)
        .filter(([name, field]) => Object.hasOwn(value, name) && matches(field, value[name]))
        .map(([name]) => [name, value[name]] as const)
    : []
  return { ...(isRecord(preset) ? preset : {}), ...Object.fromEntries(kept) }
}

/** Compares the shape of a value only: main validates it, with the whole schema. */
function matches(schema: FieldSchema, value: unknown): boolean {
  if ('anyOf' in schema) return schema.anyOf.some((alternative) => matches(alternative, value))
  if ('oneOf' in schema) return schema.oneOf?.some((choice) => choice.const === value) ?? false
  switch (schema.type) {
    case 'object':
      return (
        isRecord(value) &&
        schema.required.every((name) => Object.hasOwn(value, name)) &&
        Object.entries(schema.properties).every(
          ([name, field]) => !Object.hasOwn(value, name) || matches(field, value[name]),
        )
      )
    case 'array':
      return Array.isArray(value) && value.every((item) => matches(schema.items, item))
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value === schema.type
    default:
      return assertNever(schema)
  }
}

function sharedFields(schema: FieldSchema, value: unknown): number {
  if (!('type' in schema) || schema.type !== 'object' || !isRecord(value)) return 0
  return Object.keys(schema.properties).filter((name) => Object.hasOwn(value, name)).length
}
