import { z } from 'zod'

import { type ModelParams, reasoningEfforts } from '../../../../shared/sessions/sessions'

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

/** A list whose rows are checked one by one, so that a bad one does not cost the others: see `readArchiveItem`. */
export const rowsOf = <Row>(max: number) => z.array(z.custom<Row>()).max(max)

/** The settings of a model. */
export const modelParams: z.ZodType<ModelParams> = shape<ModelParams>()({
  temperature: z.number().exactOptional(),
  topP: z.number().exactOptional(),
  maxOutputTokens: z.number().exactOptional(),
  seed: z.number().exactOptional(),
  stop: z.array(shortText).exactOptional(),
  reasoningEffort: z.enum(reasoningEfforts).exactOptional(),
})
