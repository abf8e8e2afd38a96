import { z } from 'zod'

/** The counts of a `Usage`, without its model, for the schemas of stored usage. */
export const usageCounts = {
  inputTokens: z.number().exactOptional(),
  cachedInputTokens: z.number().exactOptional(),
  cacheWriteTokens: z.number().exactOptional(),
  outputTokens: z.number().exactOptional(),
  totalTokens: z.number().exactOptional(),
  reasoningTokens: z.number().exactOptional(),
  costUsd: z.number().exactOptional(),
}
