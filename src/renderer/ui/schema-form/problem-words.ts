import { isRecord } from '../../../shared/record'
import { t } from '../../language/t'

/** A readable text for an invalid field, by the rule that its value breaks; `message` is for callers of the API. */
export function problemWords(message: string, rule: unknown): string {
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
      return t('forms.problem.oneOf', { values: allowedValues.map(shown).join(', ') })
    }
    case 'const':
      return t('forms.problem.only', { value: shown(params['allowedValue']) })
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

function shown(value: unknown): string {
  return typeof value === 'string' ? t('common.quoted', { text: value }) : (JSON.stringify(value) ?? '')
}
