import type { Usage } from '../../../shared/sessions/messages'
import type { Charges } from '../../run-source/cost'
import { tokenCount } from '../../run-source/token-count'
import { type Foreign, objectIn } from '../answer/foreign'
import { reportedCharges } from '../answer/reported-cost'
import { uncountedOutput } from '../answer/uncounted-output'

/**
 * The usage of an answer as this family reports it, and what else decides its cost; null when it has none. Most count
 * reasoning as part of the output, and cached tokens as part of the input; what a server leaves out shows in its total.
 */
export function chatUsage(counts: unknown): { usage: Usage; charges: Charges } | null {
  const given = objectIn(counts)
  if (given === null) return null
  // Some use the field names of the Responses API.
  const inputDetails = objectIn(given['prompt_tokens_details'] ?? given['input_tokens_details']) ?? {}
  const outputDetails = objectIn(given['completion_tokens_details'] ?? given['output_tokens_details']) ?? {}
  const total = countIn(given, 'total_tokens')
  // DeepSeek's and Moonshot's fields for cached tokens, and those of gateways to Anthropic.
  const cached =
    countIn(inputDetails, 'cached_tokens') ||
    countIn(given, 'prompt_cache_hit_tokens', 'cached_tokens', 'cache_read_input_tokens')
  const written =
    countIn(inputDetails, 'cache_write_tokens', 'cache_creation_tokens') ||
    countIn(given, 'cache_creation_input_tokens')
  const reasoning = countIn(outputDetails, 'reasoning_tokens') || countIn(given, 'reasoning_tokens')
  const said = countIn(given, 'completion_tokens', 'output_tokens')
  let input = countIn(given, 'prompt_tokens', 'input_tokens')
  // The cached part is in the total, but not in the prompt.
  const isApart = cached > input || (cached > 0 && total === input + said + cached + written)
  if (isApart) input += cached + written
  const isTotalOnly = input === 0 && said === 0 && total > 0
  if (isTotalOnly) input = total
  else if (input === 0) input = Math.max(0, total - said)
  const output = said + uncountedOutput({ total, input, output: said })
  const charges: Charges = {
    ...reportedCharges(given),
    ...amount('audioInputTokens', countIn(inputDetails, 'audio_tokens')),
    ...amount('audioOutputTokens', countIn(outputDetails, 'audio_tokens')),
    ...amount('imageOutputTokens', countIn(outputDetails, 'image_tokens')),
    ...(isTotalOnly || hasFees(given) ? { hasUnknownFee: true } : {}),
  }
  if (input + output === 0 && Object.keys(charges).length === 0) return null
  const usage: Usage = {
    inputTokens: input,
    ...amount('cachedInputTokens', cached),
    ...amount('cacheWriteTokens', written),
    outputTokens: output,
    totalTokens: Math.max(total, input + output),
    ...amount('reasoningTokens', reasoning),
  }
  return { usage, charges }
}

/** Counts of searches and tools that xAI and Perplexity charge for. */
const feeFields = ['num_sources_used', 'num_server_side_tools_used', 'num_search_queries']

function hasFees(usage: Foreign): boolean {
  return countIn(usage, ...feeFields) > 0
}

/** The first of these fields with a count above zero; otherwise 0. */
function countIn(counts: Foreign, ...fields: readonly string[]): number {
  return fields.map((field) => tokenCount(counts[field]) ?? 0).find((count) => count > 0) ?? 0
}

function amount<Field extends keyof Usage | keyof Charges>(field: Field, count: number) {
  return count === 0 ? {} : ({ [field]: count } as { [Name in Field]?: number })
}
