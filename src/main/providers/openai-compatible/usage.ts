import type { JSONObject, LanguageModelV4Usage } from '@ai-sdk/provider'
import { z } from 'zod'

const count = z.number().nonnegative().nullish().catch(null)
const counts = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish().catch(null),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
  /** DeepSeek's word for cached tokens. */
  prompt_cache_hit_tokens: count,
})

/**
 * What an answer cost, as this family says it. Most count what was thought among what was written; xAI does not, which
 * shows in its total.
 */
export function convertUsage(usage: Record<string, unknown> | null | undefined): LanguageModelV4Usage {
  const read = counts.safeParse(usage)
  if (!read.success || usage === null || usage === undefined) return unknownUsage
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = read.data
  const details = read.data.prompt_tokens_details
  const cached = details?.cached_tokens ?? read.data.prompt_cache_hit_tokens
  const reasoning = read.data.completion_tokens_details?.reasoning_tokens ?? 0
  const written = completion ?? 0
  const isApart = reasoning > 0 && total === (prompt ?? 0) + written + reasoning
  const output = isApart ? written + reasoning : written
  return {
    inputTokens: {
      total: prompt ?? 0,
      noCache: (prompt ?? 0) - (cached ?? 0),
      cacheRead: cached ?? undefined,
      cacheWrite: details?.cache_write_tokens ?? undefined,
    },
    outputTokens: { total: output, text: Math.max(0, output - reasoning), reasoning },
    // It is JSON, as it came.
    raw: usage as JSONObject,
  }
}

const unknownUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}
