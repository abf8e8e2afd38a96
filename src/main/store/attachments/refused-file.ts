import type { FileRefusal } from '../../../shared/sessions/attachments'
import { ParleyError } from '../../../shared/errors'

/** A file that is not taken, and why, as its user reads it. */
export function refusedFile(reason: FileRefusal, sentence: string, cause?: unknown): ParleyError {
  return new ParleyError('INVALID_INPUT', sentence, { data: { field: 'uploadId', reason }, cause })
}
