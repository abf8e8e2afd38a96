import { z } from 'zod'

import { type ModelParams, reasoningEfforts } from '../../../shared/sessions/sessions'
import { valueAt } from '../../../shared/record'
import type { ImportReason, ImportReasonCode } from '../../../shared/store/import-reasons'

/** Text of any length: the size of its file limits it. */
export const text = z.string()
/**
 * Text that is shown in lists or sent with every request: the limit is above anything Parley stores, and low enough for
 * both.
 */
export const shortText = z.string().max(10_000)
/** Text such as a prompt. */
export const longText = z.string().max(1_000_000)
export const nullableNumber = z.number().nullable()
/** An amount such as a cost in US dollars; null if it is unknown. */
export const nullableAmount = z.number().min(0).nullable()
/** Milliseconds since the epoch, within what `Date` can represent. */
export const time = z.number().int().min(-8_640_000_000_000_000).max(8_640_000_000_000_000)

/** Requires a schema for every key: a key without one would be lost silently. */
type ShapeOf<Value> = { [Key in keyof Required<Value>]: z.ZodType }
/** The schema of an object with exactly the keys of `Value`; more keys are dropped. */
export const shape =
  <Value>() =>
  <Shape extends ShapeOf<Value>>(fields: Shape) =>
    z.object(fields)

/** The settings of a model. */
export const modelParams: z.ZodType<ModelParams> = shape<ModelParams>()({
  temperature: z.number().exactOptional(),
  topP: z.number().exactOptional(),
  maxOutputTokens: z.number().exactOptional(),
  seed: z.number().exactOptional(),
  stop: z.array(shortText).exactOptional(),
  reasoningEffort: z.enum(reasoningEfforts).exactOptional(),
})

/** Longer paths come from a crafted file. */
const maxFieldChars = 100

/** The lists whose limits people know by name. */
const tooMany = new Map<string, ImportReasonCode>([
  ['prompts', 'tooManyPrompts'],
  ['models', 'tooManyModels'],
  ['panes', 'tooManyPanes'],
  ['votes', 'tooManyVotes'],
])

/** Names the problem of a value that does not have the shape of its kind. */
export function problemWith(value: unknown, error: z.ZodError): ImportReason {
  const [first] = error.issues
  const choices = first?.code === 'invalid_union' ? first.errors.flat() : []
  // Whatever else it might have been, it is too much of one.
  const within = choices.find(({ code }) => code === 'too_big')
  const issue = within ?? first
  const path = [...(first?.path ?? []), ...(within?.path ?? [])]
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
