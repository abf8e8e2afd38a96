import { z } from 'zod'

import { errorCodes } from './errors'
import { isRecord } from './record'

/** Any JSON object, unchanged: `z.record` would lose a key `__proto__`. */
export const jsonObject = z.custom<Record<string, unknown>>(isRecord, 'expected an object')

/** An id on the wire: opaque, and bounded. */
export const id = <Id extends string>() =>
  z
    .string()
    .min(1)
    .max(128)
    .transform((value) => value as Id)

/** An id that Parley has stored. */
export const storedId = <Id extends string>() => z.string().transform((value) => value as Id)

/** A fact that is either true or absent. */
export const onlyTrue = z.literal(true).exactOptional()

/** An error on the wire and in files: plain data, with a message for people. */
export const errorData = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  data: jsonObject.exactOptional(),
})
export type ErrorData = z.infer<typeof errorData>
