import { damagedError } from './store-errors'

/** A value as it is stored. Lone surrogates and NUL are escaped by JSON and so survive SQLite's UTF-8. */
export function toJson(value: unknown): string {
  return JSON.stringify(value)
}

/** @throws STORE_DAMAGED when `text` is not JSON; its shape is that of what was stored */
export function fromJson<Value>(text: string): Value {
  try {
    return JSON.parse(text) as Value
  } catch (error) {
    throw damagedError(error)
  }
}
