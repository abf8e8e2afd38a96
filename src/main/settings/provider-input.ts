import { failure } from '../../shared/failures/failure'
import { apiAddress, webAddress } from '../../shared/models/api-address'
import { plainAddress } from '../base/web-host'

/** Scheme, host and port of an address; null when it is not a valid one. */
export function originOf(baseUrl: string | null | undefined): string | null {
  return URL.parse(baseUrl ?? '')?.origin ?? null
}

/** The base address of a server, as a user typed it. @throws INVALID_INPUT */
export function checkedAddress(typed: string | null): string {
  const field = 'baseUrl'
  if (typed === null) throw failure('INVALID_INPUT', 'address-missing', { field })
  const baseUrl = webAddress(typed)
  const url = URL.parse(baseUrl ?? '')
  if (baseUrl === null || url === null) throw failure('INVALID_INPUT', 'address', { field })
  if (url.username !== '' || url.password !== '') {
    throw failure('INVALID_INPUT', 'address-with-password', { field })
  }
  const address = apiAddress(plainAddress(baseUrl))
  if (address === null) throw failure('INVALID_INPUT', 'address-query', { field })
  return address
}

/**
 * The key without the surrounding white space left by copying; empty when there is none. Null when it contains
 * something that no header can carry.
 */
export function plainKey(apiKey: string): string | null {
  const key = apiKey.trim()
  return /[^\x21-\x7e]/.test(key) ? null : key
}

/** Like `plainKey`, for a key that the user typed. @throws INVALID_INPUT no header can carry it */
export function checkedKey(apiKey: string): string {
  const key = plainKey(apiKey)
  if (key === null) throw failure('INVALID_INPUT', 'key-characters', { field: 'apiKey' })
  return key
}
