import type { ParleyError } from '../../shared/errors'
import { failure } from '../../shared/failures/failure'

/** The error for an input that a tool does not accept. `problem` is a sentence in English, for the model. */
export function toolRefusal(problem: string, cause?: unknown): ParleyError {
  return failure('INVALID_INPUT', 'tool-input', { problem }, cause)
}
