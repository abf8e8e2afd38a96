import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

import { failure } from '../../../shared/failures/failure'

/** What is wrong with one field, for people. An empty `field` is the form as a whole. */
export interface FormProblem {
  field: string
  message: string
  /** The keyword of the schema that it breaks, and what that asks for: for whoever says it in another language. */
  rule: { keyword: string; params: Record<string, unknown> }
}

/** Nobody reads more than that. */
const maxProblems = 50

/**
 * What the schema of a form has against the values; nothing when they are as it asks. The schema is a model's or a
 * server's: checking it may take for ever, so this belongs into a thread that can be ended.
 * @throws INVALID_INPUT the schema is none
 */
export function checkFormValues(schema: Record<string, unknown>, values: unknown): FormProblem[] {
  // Which draft is meant is told by the class; and a form is checked at once, whatever it says of `$async`.
  const { $schema: draft, $id: _id, $async: _async, ...rules } = schema
  const isNewer = typeof draft === 'string' && /2019-09|2020-12/.test(draft)
  const ajv = isNewer ? new Ajv2020(options) : new Ajv(options)
  addFormats(ajv)
  try {
    const validate = ajv.compile(rules)
    if (validate(values)) return []
    return (validate.errors ?? []).slice(0, maxProblems).map(toProblem)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw failure('INVALID_INPUT', 'form-faulty', { field: 'values', problem }, error)
  }
}

const options: Options = {
  allErrors: true,
  // Models write keywords and formats of their own; what is not known asks for nothing.
  strict: false,
  // What every object inherits, such as `constructor`, is nothing that was filled in.
  ownProperties: true,
  logger: false,
  code: { regExp: Object.assign(lenientRegExp, { code: 'new RegExp' }) },
}

/** Models write `\-`, which the strict kind that the standard asks for does not know. */
function lenientRegExp(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return new RegExp(pattern)
  }
}

function toProblem({ instancePath, keyword, params, message }: ErrorObject): FormProblem {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const named: unknown =
    keyword === 'required'
      ? params['missingProperty']
      : keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'
        ? (params['additionalProperty'] ?? params['unevaluatedProperty'])
        : undefined
  if (typeof named === 'string') path.push(named)
  return {
    field: toField(path),
    message: problemText(keyword, params, message),
    rule: { keyword, params: params as Record<string, unknown> },
  }
}

/** `address.city`; as a JSON pointer when a name would read as two. */
function toField(path: readonly string[]): string {
  if (!path.some((step) => /[./[\]]/.test(step))) return path.join('.')
  return path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function problemText(keyword: string, params: ErrorObject['params'], message: string | undefined): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'additionalProperties') return 'is not part of the form'
  if (keyword === 'enum')
    return `must be one of ${(params['allowedValues'] as unknown[]).map(quoted).join(', ')}`
  return (message ?? 'is not valid').replace('NOT', 'not')
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? '')
}
