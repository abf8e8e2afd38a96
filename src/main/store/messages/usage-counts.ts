import { z } from 'zod'

const counts = {
  inputTokens: z.number().exactOptional(),
  cachedInputTokens: z.number().exactOptional(),
  cacheWriteTokens: z.number().exactOptional(),
  outputTokens: z.number().exactOptional(),
  totalTokens: z.number().exactOptional(),
  reasoningTokens: z.number().exactOptional(),
  costUsd: z.number().exactOptional(),
  leastCostUsd: z.number().exactOptional(),
}

/** The counts of a `Usage`, without its model, for the schemas of stored usage. */
export const usageCounts = {
  ...counts,
  earlier: z.object({ ...counts, isElsewhere: z.literal(true).exactOptional() }).exactOptional(),
  ownCostUsd: z.number().exactOptional(),
}
