import { lastRunUsage } from '../../../shared/sessions/continued-usage'
import type { Usage } from '../../../shared/sessions/messages'

/** The use of one request. `costUsd` is null if it is unknown. */
export interface OwnUsage {
  inputTokens: number
  outputTokens: number
  costUsd: number | null
}

/**
 * What the last request of an answer used; in a continued answer, without what came before. Impossible numbers from a
 * provider count as unknown.
 */
export function ownUsage(usage: Usage): OwnUsage {
  const { inputTokens, outputTokens, costUsd } = lastRunUsage(usage)
  return {
    inputTokens: countOf(inputTokens),
    outputTokens: countOf(outputTokens),
    costUsd: knownCost(costUsd),
  }
}

function knownCost(costUsd: number | undefined): number | null {
  return costUsd !== undefined && Number.isFinite(costUsd) && costUsd >= 0 ? costUsd : null
}

function countOf(tokens = 0): number {
  return Number.isFinite(tokens) && tokens > 0 ? Math.min(Math.round(tokens), Number.MAX_SAFE_INTEGER) : 0
}
