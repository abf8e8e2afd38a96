import { isRecord, valueAt } from '../../../shared/record'
import type { ErrorData } from '../../../shared/errors'
import { problemWords } from './problem-words'

/** An error that main found in a field. An empty path means the whole form. */
export interface FieldError {
  path: string[]
  message: string
}

/** The field errors in the refusal of a submitted form; empty when it was refused for another reason. */
export function fieldErrorsOf(refusal: ErrorData | null): FieldError[] {
  const errors = refusal?.data?.['errors']
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: unknown) => {
    if (!isRecord(error) || typeof error['message'] !== 'string') return []
    const field = error['field']
    return [
      {
        path: typeof field === 'string' ? pathOf(field) : [],
        message: problemWords(error['message'], error['rule']),
      },
    ]
  })
}

/** `address.city`, `tags[0]` and `/address/city` are equivalent notations for paths. */
function pathOf(field: string): string[] {
  if (field.startsWith('/')) {
    return field
      .slice(1)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return field.split(/[.[\]]+/).filter((step) => step !== '')
}

/** The errors that remain after a change: those of unchanged fields. */
export function errorsAfter(
  errors: readonly FieldError[],
  before: unknown,
  after: unknown,
): readonly FieldError[] {
  const left = errors.filter(
    ({ path }) => JSON.stringify(valueAt(before, path)) === JSON.stringify(valueAt(after, path)),
  )
  return left.length === errors.length ? errors : left
}
