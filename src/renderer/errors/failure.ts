import { type ErrorCode, ParleyError } from '../../shared/errors'
import type { DataAndCause, FailureErrorData, FailureReason } from '../../shared/failures/failure'
import { failureDetail, failureText } from '../../shared/failures/failure-text'
import { t } from '../language/t'

/**
 * An error that the window itself reports, with a reason of the catalogue. Its message is in the window's language, or
 * only names the reason while a window that has just started has no texts of errors yet.
 */
export function failure<Code extends ErrorCode, Reason extends FailureReason<Code>>(
  code: Code,
  reason: Reason,
  ...[data = {}, cause]: DataAndCause<Code, Reason>
): ParleyError {
  const { message, data: described } = failureData(code, reason, ...([data] as DataAndCause<Code, Reason>))
  return new ParleyError(code, message, { data: described, cause })
}

/** Like `failure`, but as plain data, for errors that are shown without being thrown. */
export function failureData<Code extends ErrorCode, Reason extends FailureReason<Code>>(
  code: Code,
  reason: Reason,
  ...[data = {}]: DataAndCause<Code, Reason>
): FailureErrorData {
  const error = { code, message: `${code}: ${reason}`, data: { ...data, reason } }
  const text = failureText(error, t)
  if (text === null) return error
  const parts = [text.what, text.fix, failureDetail(error, t)]
  return { ...error, message: parts.filter((part) => part !== '').join(' ') }
}
