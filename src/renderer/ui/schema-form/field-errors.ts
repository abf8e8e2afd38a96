import { isRecord, valueAt } from '../../../shared/record'
import type { ErrorData } from '../../../shared/errors'
import { errorLine as lineOf } from '../../errors/error-text'
import { t } from '../../language/t'
import type { ReadableSchema } from './readable-schema'

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

/** A readable text for an invalid field, by the rule that its value breaks; `message` is for callers of the API. */
function problemWords(message: string, rule: unknown): string {
  const { keyword, params } = isRecord(rule) ? rule : {}
  const known = isRecord(params) ? ruleWords(keyword, params) : null
  return known ?? t('forms.problem.other', { message })
}

/** Null for a rule without a text of its own. */
function ruleWords(keyword: unknown, params: Record<string, unknown>): string | null {
  switch (keyword) {
    case 'required':
      return t('forms.problem.required')
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return t('forms.problem.notAskedFor')
    case 'enum': {
      const { allowedValues } = params
      if (!Array.isArray(allowedValues)) return null
      return t('forms.problem.oneOf', { values: allowedValues.map(shownValue).join(', ') })
    }
    case 'const':
      return t('forms.problem.only', { value: shownValue(params['allowedValue']) })
    case 'uniqueItems':
      return t('forms.problem.uniqueItems')
    case 'pattern':
      return t('forms.problem.pattern', { pattern: String(params['pattern']) })
    case 'type':
      return typeWords(params['type'])
    case 'format':
      return formatWords(params['format'])
    default:
      return limitWords(keyword, params['limit'] ?? params['multipleOf'])
  }
}

function limitWords(keyword: unknown, limit: unknown): string | null {
  if (typeof limit !== 'number') return null
  switch (keyword) {
    case 'minimum':
      return t('forms.problem.atLeast', { limit })
    case 'maximum':
      return t('forms.problem.atMost', { limit })
    case 'exclusiveMinimum':
      return t('forms.problem.moreThan', { limit })
    case 'exclusiveMaximum':
      return t('forms.problem.lessThan', { limit })
    case 'multipleOf':
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return t(`forms.problem.${keyword}`, { limit })
    default:
      return null
  }
}

function typeWords(type: unknown): string | null {
  switch (type) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'array':
    case 'object':
    case 'null':
      return t(`forms.problem.${type}`)
    default:
      return null
  }
}

function formatWords(format: unknown): string | null {
  switch (format) {
    case 'date':
    case 'time':
    case 'email':
    case 'uri':
      return t(`forms.problem.${format}`)
    default:
      return null
  }
}

function shownValue(value: unknown): string {
  return typeof value === 'string' ? t('common.quoted', { text: value }) : (JSON.stringify(value) ?? '')
}

/** An error on one line, with the path of its field. */
export function fieldErrorLine({ path, message }: FieldError): string {
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
  const unmarked = errors.filter((error) => !isMarked(error)).map(fieldErrorLine)
  const looks = marked === 0 ? [] : [t('forms.open.anotherLook', { count: marked })]
  return [...looks, ...unmarked].join(' ')
}
