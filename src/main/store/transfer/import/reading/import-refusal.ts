import type { ParleyError } from '../../../../../shared/errors'
import { failure } from '../../../../../shared/failures/failure'
import {
  type ImportReason,
  importReasonsIn,
  importReasonText,
} from '../../../../../shared/store/import-reasons'

/** The error with the reasons why a whole file, or the rest of it, is not imported. */
export function importRefusal(reasons: readonly ImportReason[], cause?: unknown): ParleyError {
  const data = { reasons: reasons.map(importReasonText).join(' '), importReasons: reasons }
  return failure('INVALID_INPUT', 'import-refused', data, cause)
}

/** The reason behind `refusal`; an error from elsewhere gives its own text. */
export function reasonOf(refusal: ParleyError): ImportReason {
  const [reason] = importReasonsIn(refusal.data ?? {})
  return reason ?? { code: 'asSaid', value: refusal.message }
}
