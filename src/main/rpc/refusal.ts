import { ParleyError } from '../../shared/errors'
import { degradedError } from '../errors/degraded-error'

/**
 * What the wire is told of an error. What a store that has failed was needed for is refused as DEGRADED, with what the
 * store said; anything else is told as it is.
 */
export function refusalOf(error: unknown): unknown {
  const isStoreFailure =
    error instanceof ParleyError && (error.code === 'STORE_FULL' || error.code === 'STORE_DAMAGED')
  return isStoreFailure ? degradedError('not-now', error) : error
}
