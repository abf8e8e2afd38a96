import { type ErrorData, ParleyError } from '../../shared/errors'
import { failureData, toErrorData } from '../../shared/failures/failure'

/** The error of a failed start, for standard error. A bug is named there, because no window or log shows it. */
export function startFailure(error: unknown): ErrorData {
  if (error instanceof ParleyError) return toErrorData(error)
  if (!(error instanceof Error)) return failureData('INTERNAL', 'not-started', { detail: String(error) })
  return failureData('INTERNAL', 'not-started', { detail: error.message, stack: error.stack })
}
