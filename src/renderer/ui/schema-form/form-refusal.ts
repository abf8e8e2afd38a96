import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import { errorLine as lineOf } from '../../errors/error-text'
import type { FieldError } from './field-errors'
import type { ReadableSchema } from './readable-schema'

export function errorLine({ path, message }: FieldError): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}

/**
 * The text next to the buttons: how many values are marked above, else why the form was refused. An error of a hidden
 * field is shown in full. `shown` is null when values are entered as JSON, with all errors listed there.
 */
export function refusalText(
  refusal: ErrorData,
  errors: readonly FieldError[],
  shown: ReadableSchema | null,
): string {
  if (errors.length === 0) return lineOf(refusal)
  const names = shown?.kind === 'fields' ? Object.keys(shown.schema.properties) : null
  const isMarked = ({ path: [name] }: FieldError) =>
    names === null || name === undefined || names.includes(name)
  const marked = errors.filter(isMarked).length
  const unmarked = errors.filter((error) => !isMarked(error)).map(errorLine)
  const looks = marked === 0 ? [] : [t('forms.open.anotherLook', { count: marked })]
  return [...looks, ...unmarked].join(' ')
}
