import type { ErrorData } from '../../shared/errors'
import { ParleyError } from '../../shared/errors'
import { toErrorData } from '../../shared/failures/failure'
import { redactText } from '../base/redaction'

/**
 * The refusal of what a broken part would be needed for: DEGRADED with the original error as `data.cause`.
 * `what` is a sentence without its stop, such as "Parley cannot answer now".
 */
export function degradedError(what: string, cause: unknown): ParleyError {
  const original = originalError(cause)
  return new ParleyError('DEGRADED', `${what}: ${original.message}`, { data: { cause: original }, cause })
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
