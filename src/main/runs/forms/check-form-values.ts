import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

import { failure } from '../../../shared/failures/failure'

/** An error in one field, for users. An empty `field` means the whole form. */
export interface FormProblem {
  field: string
  message: string
  /** The violated schema keyword and its parameters, so that the message can be translated. */
  rule: { keyword: string; params: Record<string, unknown> }
}

/** Nobody reads more errors than this. */
const maxProblems = 50

/**
 * Validates the values against the schema of a form. The schema comes from a model or server and may take forever to
 * check, so call this in a thread that can be terminated.
 * @throws INVALID_INPUT the schema is invalid
 */
export function checkFormValues(schema: Record<string, unknown>, values: unknown): FormProblem[] {
  // The class selects the draft, and `$async` is dropped because forms are checked synchronously.
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
  // Models invent keywords and formats. Unknown ones are ignored.
  strict: false,
  // Inherited properties, such as `constructor`, are not values.
  ownProperties: true,
  logger: false,
  code: { regExp: Object.assign(lenientRegExp, { code: 'new RegExp' }) },
}

/** Models write `\-`, which the Unicode mode required by the standard rejects. */
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

/** `address.city`, or a JSON pointer if a name contains a dot. */
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
