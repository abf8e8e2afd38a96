import { z } from 'zod'

/** The counts of a `Usage`, all that it holds but its model, for the schemas of what is stored of it. */
export const usageCounts = {
  inputTokens: z.number().exactOptional(),
  cachedInputTokens: z.number().exactOptional(),
  cacheWriteTokens: z.number().exactOptional(),
  outputTokens: z.number().exactOptional(),
  totalTokens: z.number().exactOptional(),
  reasoningTokens: z.number().exactOptional(),
  costUsd: z.number().exactOptional(),
}
