import type { Usage } from '../../../shared/sessions/messages'

const counts = [
  'inputTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'outputTokens',
  'totalTokens',
  'reasoningTokens',
] as const

/**
 * The usage of a continued answer: what it and the answers that it continues used together, as far as that is known.
 * The cost is known only if both costs are; otherwise `ownCostUsd` keeps that of the last run, if it is known.
 */
export function totalUsage(before: Usage, own: Usage): Usage {
  const { model: _model, earlier: _earlier, ownCostUsd: _ownCostUsd, ...earlier } = before
  const { costUsd: ownCost, ...rest } = own
  const total: Usage = { ...rest, earlier }
  for (const count of counts) {
    const sum = (earlier[count] ?? 0) + (own[count] ?? 0)
    if (earlier[count] !== undefined || own[count] !== undefined) total[count] = sum
  }
  const cost = hasCounts(own) ? ownCost : 0
  if (cost !== undefined && earlier.costUsd !== undefined) total.costUsd = earlier.costUsd + cost
  else if (ownCost !== undefined) total.ownCostUsd = ownCost
  return total
}

function hasCounts(usage: Usage): boolean {
  return counts.some((count) => usage[count] !== undefined)
}
