import { type ErrorCode, type ErrorData, ParleyError } from '../../shared/errors'
import { failureData, toErrorData } from '../../shared/failures/failure'

/** What the window shows of something that was thrown. What is not a ParleyError is a bug of the window. */
export function errorDataOf(error: unknown): ErrorData {
  if (error instanceof ParleyError) return toErrorData(error)
  return failureData('INTERNAL', 'window', error instanceof Error ? { said: error.message } : {})
}

/** A refusal in a text of the window that is not an error anywhere else; it stays in the language of that moment. */
export function windowError(code: ErrorCode, message: string): ErrorData {
  return { code, message }
}
