import { isRecord } from '../../../shared/record'
import type { ErrorData } from '../../../shared/errors'
import { problemWords } from './problem-words'

/** What main found wrong with one field. An empty path is the form as a whole. */
export interface FieldError {
  path: string[]
  message: string
}

/** The fields that a refusal of a submitted form names; none when it was refused for another reason. */
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

/** `address.city`, `tags[0]` and `/address/city` name the same places in the values. */
function pathOf(field: string): string[] {
  if (field.startsWith('/')) {
    return field
      .slice(1)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return field.split(/[.[\]]+/).filter((step) => step !== '')
}

/** The errors that still stand after the values have changed: those of fields that did not. */
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

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    return Reflect.get(value, step)
  }, values)
}
