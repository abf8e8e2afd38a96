import type { Usage } from '../../../shared/sessions/messages'

/** The use of one request. `costUsd` is null if it is unknown. */
export interface OwnUsage {
  inputTokens: number
  outputTokens: number
  costUsd: number | null
}

/**
 * What the last request of an answer used: in a continued answer, without what came before. A provider's impossible
 * figures count as unknown.
 */
export function ownUsage(usage: Usage): OwnUsage {
  const { earlier } = usage
  const inputTokens = Math.max(0, countOf(usage.inputTokens) - countOf(earlier?.inputTokens))
  const outputTokens = Math.max(0, countOf(usage.outputTokens) - countOf(earlier?.outputTokens))
  const costUsd = costOf(usage)
  // The total of a continued answer keeps the earlier cost until the provider has counted the new request.
  const isUncounted = earlier !== undefined && inputTokens + outputTokens === 0 && costUsd === 0
  return { inputTokens, outputTokens, costUsd: isUncounted ? null : costUsd }
}

function costOf({ costUsd, ownCostUsd, earlier }: Usage): number | null {
  if (earlier === undefined) return knownCost(costUsd)
  if (ownCostUsd !== undefined) return knownCost(ownCostUsd)
  const total = knownCost(costUsd)
  const before = knownCost(earlier.costUsd)
  return total === null || before === null ? null : Math.max(0, total - before)
}

function knownCost(costUsd: number | undefined): number | null {
  return costUsd !== undefined && Number.isFinite(costUsd) && costUsd >= 0 ? costUsd : null
}

function countOf(tokens = 0): number {
  return Number.isFinite(tokens) && tokens > 0 ? Math.min(Math.round(tokens), Number.MAX_SAFE_INTEGER) : 0
}
