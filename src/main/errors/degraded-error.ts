import type { ErrorData } from '../../shared/errors'
import { ParleyError } from '../../shared/errors'
import { failure, type FailureReason, toErrorData } from '../../shared/failures/failure'
import { redactText } from '../base/redaction/redaction'

/**
 * Refuses a request that needs a broken part: DEGRADED with the original error as `data.cause` and its text in the
 * message.
 */
export function degradedError(reason: FailureReason<'DEGRADED'>, cause: unknown): ParleyError {
  return failure('DEGRADED', reason, { cause: originalError(cause) }, cause)
}

/** Unlike other bugs on the wire, this one is named: the caller should learn what broke. */
function originalError(cause: unknown): ErrorData {
  if (cause instanceof ParleyError) {
    const known = toErrorData(cause)
    return { ...known, message: redactText(known.message) }
  }
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  return { code: 'INTERNAL', message: redactText(message) }
}
