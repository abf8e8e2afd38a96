import { failure } from '../../shared/failures/failure'

/**
 * The key without the surrounding white space left by copying; empty when there is none. Null when it contains
 * something that no header can carry.
 */
export function plainKey(apiKey: string): string | null {
  const key = apiKey.trim()
  return /[^\x21-\x7e]/.test(key) ? null : key
}

/** The same for a key that the user typed. @throws INVALID_INPUT no header can carry it */
export function checkedKey(apiKey: string): string {
  const key = plainKey(apiKey)
  if (key === null) throw failure('INVALID_INPUT', 'key-characters', { field: 'apiKey' })
  return key
}
