import { type ErrorData, ParleyError } from '../../shared/errors'
import { failure, failureData, toErrorData } from '../../shared/failures/failure'

/** The error of a failed start, for standard error. A bug is named there, because no window or log shows it. */
export function startFailure(error: unknown): ErrorData {
  if (error instanceof ParleyError) return toErrorData(error)
  if (!(error instanceof Error)) return failureData('INTERNAL', 'not-started', { detail: String(error) })
  return failureData('INTERNAL', 'not-started', { detail: error.message, stack: error.stack })
}

/** The error for a command line that Node could not parse; `options` lists the valid ones. */
export function argumentFailure(error: unknown, options: string): ParleyError {
  const problem = error instanceof Error ? error.message : String(error)
  return failure('INVALID_INPUT', 'argument', { problem, options }, error)
}
