import { isRecord } from '../../../shared/record'

/** The input of a call as text that does not depend on the order of its fields. The depth of `value` is bounded. */
export function canonicalInput(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? ''
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  // Pairs instead of an object, which would lose the field `__proto__`.
  return [
    '{}',
    ...Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  ]
}
