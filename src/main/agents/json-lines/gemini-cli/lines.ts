import { z } from 'zod'

const count = z.number().optional().catch(undefined)

/** A line of `gemini -o stream-json`. What is not in here is passed over: there is more with each version. */
export const geminiLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), session_id: z.string().min(1) }),
  z.object({ type: z.literal('message'), role: z.string(), content: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    tool_id: z.string(),
    tool_name: z.string(),
    parameters: z.unknown().optional(),
  }),
  z.object({
    type: z.literal('tool_result'),
    tool_id: z.string(),
    status: z.string(),
    output: z.unknown().optional(),
    error: z.object({ message: z.string() }).optional().catch(undefined),
  }),
  z.object({ type: z.literal('error'), severity: z.string().optional(), message: z.string() }),
  z.object({
    type: z.literal('result'),
    status: z.string(),
    error: z.object({ message: z.string() }).optional().catch(undefined),
    stats: z
      .object({
        input_tokens: count,
        output_tokens: count,
        total_tokens: count,
        cached: count,
        models: z.record(z.string(), z.unknown()).optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  }),
])

export type GeminiStats = NonNullable<Extract<z.infer<typeof geminiLine>, { type: 'result' }>['stats']>
