import { ParleyError, toErrorData, type ErrorData } from '../../shared/errors'

/** What the window shows of something that was thrown. */
export function errorDataOf(error: unknown): ErrorData {
  if (error instanceof ParleyError) return toErrorData(error)
  return {
    code: 'INTERNAL',
    message: error instanceof Error ? error.message : 'Something went wrong in this window.',
  }
}
