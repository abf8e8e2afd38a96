import type { ErrorData } from '../../shared/errors'
import { ParleyError } from '../../shared/errors'
import { failure, type FailureReason, toErrorData } from '../../shared/failures/failure'
import { redactText } from '../base/redaction'

/**
 * The refusal of what a broken part would be needed for: DEGRADED with the original error as `data.cause` and, in the
 * message, in its own words.
 */
export function degradedError(reason: FailureReason<'DEGRADED'>, cause: unknown): ParleyError {
  return failure('DEGRADED', reason, { cause: originalError(cause) }, cause)
}

/** Unlike what a bug shows on the wire, this names it: whoever is refused should learn what broke. */
function originalError(cause: unknown): ErrorData {
  if (cause instanceof ParleyError) {
    const known = toErrorData(cause)
    return { ...known, message: redactText(known.message) }
  }
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  return { code: 'INTERNAL', message: redactText(message) }
}
