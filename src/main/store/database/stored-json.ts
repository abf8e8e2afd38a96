import { parseForeignJson } from '../../../shared/json-depth'
import { damagedError } from './store-errors'

/** Serialises a value for storage. JSON escapes lone surrogates and NUL, so that they survive SQLite's UTF-8. */
export function toJson(value: unknown): string {
  return JSON.stringify(value)
}

/**
 * Parses a stored value. Values from before there was a limit may be nested too deeply and are cut.
 * @throws STORE_DAMAGED when `text` is not JSON
 */
export function fromJson<Value>(text: string): Value {
  try {
    return parseForeignJson(text) as Value
  } catch (error) {
    throw damagedError(error)
  }
}
