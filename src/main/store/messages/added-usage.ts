import { knownCost } from '../../../shared/sessions/continued-usage'
import type { Usage } from '../../../shared/sessions/messages'
import { fromJson, toJson } from '../database/stored-json'

/** The usage of a session's runs without a message, after one more such run. */
export function withUsage(stored: string | null, usage: Usage): string {
  return toJson(stored === null ? usage : sum(fromJson<Usage>(stored), usage))
}

/** The total tokens of a usage: the provider's sum, or else the sum of its counts. */
export function totalTokensOf(usage: Usage): number {
  return usage.totalTokens ?? (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
}

/** The sum has a cost only when both have one; otherwise it has cost at least what is known. */
function sum(left: Usage, right: Usage): Usage {
  const isPriced = left.costUsd !== undefined && right.costUsd !== undefined
  const knownUsd = (knownCost(left)?.usd ?? 0) + (knownCost(right)?.usd ?? 0)
  return {
    inputTokens: (left.inputTokens ?? 0) + (right.inputTokens ?? 0),
    outputTokens: (left.outputTokens ?? 0) + (right.outputTokens ?? 0),
    totalTokens: totalTokensOf(left) + totalTokensOf(right),
    ...(isPriced ? { costUsd: knownUsd } : knownUsd > 0 ? { leastCostUsd: knownUsd } : {}),
  }
}
