import { type ErrorCode, type ErrorData, ParleyError } from '../../shared/errors'
import { toErrorData } from '../../shared/failures/failure'
import { t } from '../language/t'

/** What the window shows of something that was thrown. */
export function errorDataOf(error: unknown): ErrorData {
  if (error instanceof ParleyError) return toErrorData(error)
  return error instanceof Error
    ? { code: 'INTERNAL', message: error.message }
    : windowError('INTERNAL', t('errors.internal.window'))
}

/** An error that the window itself found. `message` is of its catalogue, and so in the language that it speaks. */
export function windowError(code: ErrorCode, message: string): ErrorData {
  return { code, message, data: { isOfWindow: true } }
}

/** A file that the user chose and that the browser cannot read any more. */
export function unreadableFile(cause: unknown): ParleyError {
  const { code, message, data } = windowError('INTERNAL', t('common.fileUnreadable'))
  return new ParleyError(code, message, { data: { ...data }, cause })
}

/** Whether `error` is one of `windowError`: its message is in the right language already. */
export function isOfWindow({ data }: ErrorData): boolean {
  return data?.['isOfWindow'] === true
}
