import { knownCost, tokenCounts } from '../../../shared/sessions/continued-usage'
import type { Usage } from '../../../shared/sessions/messages'

/**
 * The usage of a continued answer: what it and the answers that it continues used together, as far as that is known.
 * The cost is known only if both costs are: a run that was stopped before its provider reported anything is not free.
 * Otherwise, the answer has cost at least what is known of both, and a known cost of the last run alone is kept as
 * `ownCostUsd`.
 */
export function totalUsage(before: Usage, own: Usage): Usage {
  const { model: _model, earlier: _earlier, ownCostUsd: _ownCostUsd, ...earlier } = before
  const { costUsd: ownCost, leastCostUsd: _ownLeastCost, ...rest } = own
  const total: Usage = { ...rest, earlier }
  for (const count of tokenCounts) {
    const sum = (earlier[count] ?? 0) + (own[count] ?? 0)
    if (earlier[count] !== undefined || own[count] !== undefined) total[count] = sum
  }
  if (ownCost !== undefined && earlier.costUsd !== undefined) {
    total.costUsd = earlier.costUsd + ownCost
    return total
  }
  const leastUsd = (knownCost(earlier)?.usd ?? 0) + (knownCost(own)?.usd ?? 0)
  if (leastUsd > 0) total.leastCostUsd = leastUsd
  if (ownCost !== undefined) total.ownCostUsd = ownCost
  return total
}
