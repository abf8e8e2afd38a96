import { z } from 'zod'

import { toolRefusal } from './tool-refusal'

/** Checks what a model gave a tool. @throws INVALID_INPUT with what is wrong, for the model */
export function checkedInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const checked = schema.safeParse(input)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const field = issue?.path.map(String).join('.') ?? ''
  throw toolRefusal(`${field === '' ? 'The input' : field}: ${issue?.message ?? 'not valid'}`)
}

/** The JSON Schema of an input, as models get it. */
export function inputSchemaOf(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}
