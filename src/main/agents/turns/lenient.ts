import { z } from 'zod'

/** Schemas for what agents send: a value of the wrong type counts as absent, so that it spoils nothing else. */

/** A value, or null. */
export function some<Shape extends z.ZodType>(schema: Shape) {
  return schema
    .nullish()
    .transform((value) => value ?? null)
    .catch(null)
}

/** The items that match; empty if it is no list. */
export function listOf<Shape extends z.ZodType>(item: Shape) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((each) => {
        const read = item.safeParse(each)
        return read.success ? [read.data] : []
      }),
    )
}

/** An object whose fields may all be absent; anything else counts as an empty one. */
export function objectOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess(
    (value) => (typeof value === 'object' && !Array.isArray(value) ? (value ?? {}) : {}),
    z.object(shape),
  )
}

/** A non-empty id, which some programs send as a number. */
export const foreignId = z.union([z.string().min(1).max(1_000), z.number().transform(String)])
