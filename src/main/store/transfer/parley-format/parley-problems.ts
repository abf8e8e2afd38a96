import type { z } from 'zod'

import { valueAt } from '../../../../shared/record'
import type { ImportReason, ImportReasonCode } from '../../../../shared/store/import-reasons'

/** Longer paths come from a crafted file. */
const maxFieldChars = 100

/** The lists whose limits people know by name. */
const tooMany = new Map<string, ImportReasonCode>([
  ['prompts', 'tooManyPrompts'],
  ['models', 'tooManyModels'],
  ['panes', 'tooManyPanes'],
  ['votes', 'tooManyVotes'],
  ['answers', 'tooManyAnswers'],
  ['cells', 'tooManyCells'],
])

/** Names the problem of a value that does not have the shape of its kind. */
export function problemWith(value: unknown, error: z.ZodError): ImportReason {
  const [issue] = error.issues
  const path = issue?.path ?? []
  const field = fieldOf(path)
  if (issue?.code === 'too_big') {
    const limit = String(issue.maximum)
    const size = sizeOf(valueAt(value, path))
    const found = size === null ? {} : { found: String(size) }
    if (issue.origin === 'array') {
      return { code: tooMany.get(String(path.at(-1))) ?? 'tooMany', value: field, limit, ...found }
    }
    if (issue.origin === 'string') return { code: 'tooLong', value: field, limit, ...found }
    return { code: 'tooHigh', value: field, limit, ...found }
  }
  if (issue?.code === 'custom' && issue.params !== undefined && 'limit' in issue.params) {
    const { limit, found } = issue.params
    const code = tooMany.get(String(path.at(-1))) ?? 'tooMany'
    return { code, value: field, limit: String(limit), found: String(found) }
  }
  return { code: 'damaged', value: field }
}

/** A path as `models[2].key`. */
export function fieldOf(path: readonly PropertyKey[]): string {
  const name = path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`,
    )
    .join('')
  return name.length > maxFieldChars ? `${name.slice(0, maxFieldChars)}…` : name
}

/** The length of a list or text, or the number itself. */
function sizeOf(value: unknown): number | null {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'number' ? value : null
}
