import { parseForeignJson } from '../../../shared/json-depth'
import { damagedError } from './store-errors'

/** A value as it is stored. Lone surrogates and NUL are escaped by JSON and so survive SQLite's UTF-8. */
export function toJson(value: unknown): string {
  return JSON.stringify(value)
}

/**
 * What was stored, in the shape that it had. Values from before there was a limit may be nested too deeply: they are cut.
 * @throws STORE_DAMAGED when `text` is not JSON
 */
export function fromJson<Value>(text: string): Value {
  try {
    return parseForeignJson(text) as Value
  } catch (error) {
    throw damagedError(error)
  }
}
