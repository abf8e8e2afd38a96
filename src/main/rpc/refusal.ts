import { ParleyError } from '../../shared/errors'
import { degradedError } from '../errors/degraded-error'

/**
 * The error sent over the wire. An error of a store that has failed becomes DEGRADED with the store's error; anything
 * else stays as it is.
 */
export function refusalOf(error: unknown): unknown {
  const isStoreFailure =
    error instanceof ParleyError && (error.code === 'STORE_FULL' || error.code === 'STORE_DAMAGED')
  return isStoreFailure ? degradedError('not-now', error) : error
}
