import { type ErrorCode, ParleyError } from '../../shared/errors'
import type { DataAndCause, FailureErrorData, FailureReason } from '../../shared/failures/failure'

/**
 * An error that the window itself reports, with a reason of the catalogue. The message only names it: windows show their
 * own text for it, and a window that has just started has no texts of errors yet.
 */
export function failure<Code extends ErrorCode, Reason extends FailureReason<Code>>(
  code: Code,
  reason: Reason,
  ...[data = {}, cause]: DataAndCause<Code, Reason>
): ParleyError {
  return new ParleyError(code, messageOf(code, reason), { data: { ...data, reason }, cause })
}

/** The same as plain data, for errors that are shown without being thrown. */
export function failureData<Code extends ErrorCode, Reason extends FailureReason<Code>>(
  code: Code,
  reason: Reason,
  ...[data = {}]: DataAndCause<Code, Reason>
): FailureErrorData {
  return { code, message: messageOf(code, reason), data: { ...data, reason } }
}

function messageOf(code: ErrorCode, reason: string): string {
  return `${code}: ${reason}`
}
