import type { Usage } from '../../../shared/sessions/messages'
import type { Charges } from '../../run-source/cost'
import { tokenCount } from '../../run-source/token-count'
import { type Foreign, objectIn } from '../answer/foreign'
import { reportedCharges } from '../answer/reported-cost'
import { uncountedOutput } from '../answer/answer-usage'

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
  const total = countIn(given, 'total_tokens', 'totalTokens', 'totalTokenCount')
  // DeepSeek's and Moonshot's fields for cached tokens, and those of gateways to Anthropic.
  const cached =
    countIn(inputDetails, 'cached_tokens') ||
    countIn(given, 'prompt_cache_hit_tokens', 'cached_tokens', 'cache_read_input_tokens')
  const cacheWritten =
    countIn(inputDetails, 'cache_write_tokens', 'cache_creation_tokens') ||
    countIn(given, 'cache_creation_input_tokens')
  const reasoning = countIn(outputDetails, 'reasoning_tokens') || countIn(given, 'reasoning_tokens')
  const written = countIn(given, ...outputFields)
  // Some count reasoning beside the rest, which only shows where there is more of it.
  const said = reasoning > written ? written + reasoning : written
  let input = countIn(given, ...inputFields)
  // The cached part is in the total, but not in the prompt.
  const isApart = cached > input || (cached > 0 && total === input + said + cached + cacheWritten)
  if (isApart) input += cached + cacheWritten
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
    ...amount('cacheWriteTokens', cacheWritten),
    outputTokens: output,
    totalTokens: Math.max(total, input + output),
    ...amount('reasoningTokens', reasoning),
  }
  return { usage, charges }
}

/** The names of counts, also those of servers that pass on the counts of Gemini or Ollama. */
const inputFields = [
  'prompt_tokens',
  'input_tokens',
  'promptTokens',
  'inputTokens',
  'promptTokenCount',
  'prompt_eval_count',
]
const outputFields = [
  'completion_tokens',
  'output_tokens',
  'completionTokens',
  'outputTokens',
  'candidatesTokenCount',
  'eval_count',
]

/** Counts of searches and tools that a provider charges for, such as xAI's, Perplexity's and OpenRouter's. */
const feeFields = /^(?!.*token).*(?:search|tool_?us|tools_?used|sources_?used|plugin)/i

function hasFees(usage: Foreign): boolean {
  return Object.entries(usage).some(([field, value]) => {
    const counts = feeFields.test(field) ? (objectIn(value) ?? { value }) : {}
    return Object.values(counts).some((count) => (tokenCount(count) ?? 0) > 0)
  })
}

/** The first of these fields with a count above zero; otherwise 0. */
function countIn(counts: Foreign, ...fields: readonly string[]): number {
  return fields.map((field) => tokenCount(counts[field]) ?? 0).find((count) => count > 0) ?? 0
}

function amount<Field extends keyof Usage | keyof Charges>(field: Field, count: number) {
  return count === 0 ? {} : ({ [field]: count } as { [Name in Field]?: number })
}
