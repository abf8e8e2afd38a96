import { type ErrorData, ParleyError } from '../../shared/errors'
import { failure, failureData, toErrorData } from '../../shared/failures/failure'

/** What a host that could not start says on standard error. A bug is named there: no window or log shows it. */
export function startFailure(error: unknown): ErrorData {
  if (error instanceof ParleyError) return toErrorData(error)
  if (!(error instanceof Error)) return failureData('INTERNAL', 'not-started', { detail: String(error) })
  return failureData('INTERNAL', 'not-started', { detail: error.message, stack: error.stack })
}

/** The refusal of a command line that Node could not parse; `options` are those that there are. */
export function argumentFailure(error: unknown, options: string): ParleyError {
  const problem = error instanceof Error ? error.message : String(error)
  return failure('INVALID_INPUT', 'argument', { problem, options }, error)
}
