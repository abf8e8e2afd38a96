import { z } from 'zod'

const count = z.number().catch(0)

const toolState = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('completed'),
    input: z.unknown().optional(),
    output: z.unknown().optional(),
    title: z.string().optional().catch(undefined),
    metadata: z
      .object({
        exit: z.number().nullish().catch(null),
        diff: z.string().optional().catch(undefined),
        exists: z.boolean().optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  }),
  z.object({ status: z.literal('error'), input: z.unknown().optional(), error: z.string().catch('') }),
])

export type OpenCodeToolState = z.infer<typeof toolState>

/** A line of `opencode run --format json`. What is not in here is passed over: there is more with each version. */
export const openCodeLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step_start') }),
  z.object({ type: z.enum(['text', 'reasoning']), part: z.object({ text: z.string() }) }),
  z.object({
    type: z.literal('tool_use'),
    part: z.object({ tool: z.string(), callID: z.string(), state: toolState }),
  }),
  z.object({
    type: z.literal('step_finish'),
    part: z.object({
      reason: z.string(),
      cost: count,
      tokens: z
        .object({
          input: count,
          output: count,
          reasoning: count,
          cache: z.object({ read: count, write: count }).catch({ read: 0, write: 0 }),
        })
        .optional()
        .catch(undefined),
    }),
  }),
  z.object({
    type: z.literal('error'),
    error: z.object({
      name: z.string().optional(),
      data: z
        .object({ message: z.string().optional(), statusCode: z.number().optional() })
        .optional()
        .catch(undefined),
    }),
  }),
])

/** Each line names the session. */
export const openCodeSession = z.object({ sessionID: z.string().min(1) })
