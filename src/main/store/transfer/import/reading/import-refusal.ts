import type { ParleyError } from '../../../../../shared/errors'
import { failure } from '../../../../../shared/failures/failure'
import {
  type ImportReason,
  importReasonsIn,
  importReasonText,
} from '../../../../../shared/store/import-reasons'

/** What says of a whole file why it, or the rest of it, is not taken in. */
export function importRefusal(reasons: readonly ImportReason[], cause?: unknown): ParleyError {
  const data = { reasons: reasons.map(importReasonText).join(' '), importReasons: reasons }
  return failure('INVALID_INPUT', 'import-refused', data, cause)
}

/** Why `refusal` was made; one that is not of `importRefusal` says it in its own words. */
export function reasonOf(refusal: ParleyError): ImportReason {
  const [reason] = importReasonsIn(refusal.data ?? {})
  return reason ?? { code: 'asSaid', value: refusal.message }
}
