import { z } from 'zod'

import type { LengthLimit } from '../../../shared/sessions/messages'

/** What a provider did not take of the request of an answer. */
export const requestNotices = [
  z.object({ reason: z.literal('tools-refused'), tools: z.string() }),
  z.object({ reason: z.literal('params-refused'), fields: z.string() }),
  z.object({ reason: z.literal('prompt-cut'), windowTokens: z.number().exactOptional() }),
] as const

/** Whose limit ended an answer. */
export const lengthLimit: z.ZodType<LengthLimit> = z.discriminatedUnion('of', [
  z.object({ of: z.literal('user'), tokens: z.number() }),
  z.object({
    of: z.literal('parley'),
    tokens: z.number().exactOptional(),
    chars: z.number().exactOptional(),
  }),
  z.object({ of: z.literal('model'), tokens: z.number().exactOptional() }),
])
