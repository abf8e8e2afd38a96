import { ParleyError } from '../../../../../shared/errors'
import {
  type ImportReason,
  importReasonsIn,
  importReasonText,
} from '../../../../../shared/store/import-reasons'

/** What says of a whole file why it, or the rest of it, is not taken in. */
export function importRefusal(reasons: readonly ImportReason[], cause?: unknown): ParleyError {
  return new ParleyError('INVALID_INPUT', reasons.map(importReasonText).join(' '), {
    data: { importReasons: reasons },
    cause,
  })
}

/** Why `refusal` was made; one that is not of `importRefusal` says it in its own words. */
export function reasonOf(refusal: ParleyError): ImportReason {
  const [reason] = importReasonsIn(refusal.data ?? {})
  return reason ?? { code: 'asSaid', value: refusal.message }
}
