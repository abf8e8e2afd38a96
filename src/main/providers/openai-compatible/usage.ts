import type { Usage } from '../../../shared/sessions/messages'
import { tokenCount } from '../../run-source/token-count'
import { objectIn } from '../answer/foreign'

/** An upper limit for a plausible price, in US dollars. */
const mostDollars = 100_000

/**
 * The usage of an answer as this family reports it; null when it has none. Most count reasoning as part of the output;
 * xAI does not, which its total shows.
 */
export function chatUsage(counts: unknown): Usage | null {
  const usage = objectIn(counts)
  if (usage === null) return null
  // Some use the field names of the Responses API.
  const input = objectIn(usage['prompt_tokens_details'] ?? usage['input_tokens_details'])
  const prompt = tokenCount(usage['prompt_tokens']) ?? tokenCount(usage['input_tokens'])
  const completion = tokenCount(usage['completion_tokens']) ?? tokenCount(usage['output_tokens'])
  const writtenDetails = objectIn(usage['completion_tokens_details'] ?? usage['output_tokens_details'])
  const total = tokenCount(usage['total_tokens'])
  // DeepSeek's field for cached tokens.
  const cached = tokenCount(input?.['cached_tokens']) ?? tokenCount(usage['prompt_cache_hit_tokens'])
  const kept = tokenCount(input?.['cache_write_tokens'])
  const reasoning = tokenCount(writtenDetails?.['reasoning_tokens']) ?? 0
  if (prompt === undefined && completion === undefined) return null
  const written = completion ?? 0
  const isApart = reasoning > 0 && total === (prompt ?? 0) + written + reasoning
  const output = isApart ? written + reasoning : written
  // OpenRouter's field for the price; few others have it.
  const { cost } = usage
  const isCost = typeof cost === 'number' && cost >= 0 && cost <= mostDollars
  return {
    inputTokens: prompt ?? 0,
    ...counted('cachedInputTokens', cached),
    ...counted('cacheWriteTokens', kept),
    outputTokens: output,
    totalTokens: total ?? (prompt ?? 0) + output,
    ...counted('reasoningTokens', reasoning),
    ...(isCost ? { costUsd: cost } : {}),
  }
}

function counted(field: keyof Usage, count: number | undefined): Usage {
  return count === undefined || count === 0 ? {} : { [field]: count }
}
