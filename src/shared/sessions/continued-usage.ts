import { keptChars, type Message, type Usage } from './messages'

/** The token counts of a `Usage`. */
export const tokenCounts = [
  'inputTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'outputTokens',
  'totalTokens',
  'reasoningTokens',
] as const satisfies readonly (keyof Usage)[]

/**
 * The usage of an answer after a later report of it, whose counts replace the earlier ones. A cost belongs to the report
 * that it came with: what the later one has counted may have cost more.
 */
export function withLaterUsage(before: Usage | undefined, later: Usage): Usage {
  const { model: _answered, ...counted } = later
  if (before === undefined || Object.keys(counted).length === 0) return { ...before, ...later }
  const { costUsd: _cost, leastCostUsd: _leastCost, ownCostUsd: _ownCost, ...kept } = before
  return { ...kept, ...later }
}

/** A cost in US dollars, as far as it is known. */
export interface ReportedCost {
  costUsd?: number | null | undefined
  leastCostUsd?: number | null | undefined
}

/** Returns the known cost: all of it, or its lower bound. Null if nothing is known. */
export function knownCost({
  costUsd = null,
  leastCostUsd = null,
}: ReportedCost): { usd: number; isAtLeast: boolean } | null {
  if (costUsd !== null) return { usd: costUsd, isAtLeast: false }
  return leastCostUsd === null ? null : { usd: leastCostUsd, isAtLeast: true }
}

/**
 * True if the counts cover only part of a continued answer: its last run was stopped before the provider reported any,
 * or the earlier runs were not counted.
 */
export function isPartlyCounted({ outputTokens, earlier }: Usage): boolean {
  if (earlier === undefined) return false
  return earlier.outputTokens === undefined || earlier.outputTokens === outputTokens
}

/** Four characters are about one token in most languages and models. */
export const charsPerToken = 4

/** The output tokens of an answer, estimated from its length; null if it is empty. */
export function reckonedOutput(message: Pick<Message, 'parts'>): number | null {
  const reckoned = Math.round(keptChars(message) / charsPerToken)
  return reckoned === 0 ? null : reckoned
}

/** The provider's count of all output tokens of an answer; undefined if it counted none, or only part of them. */
export function countedOutput(usage: Usage | undefined): number | undefined {
  return usage === undefined || isPartlyCounted(usage) ? undefined : usage.outputTokens
}

/**
 * Returns the usage of an answer's last run, without the usage of earlier runs of a continued answer. The times of the
 * answer belong to this run. An unchanged count was not reported.
 */
export function lastRunUsage({
  earlier,
  ownCostUsd,
  ...total
}: Usage): Omit<Usage, 'earlier' | 'ownCostUsd'> {
  if (earlier === undefined) return total
  const own: Usage = total.model === undefined ? {} : { model: total.model }
  for (const count of tokenCounts) {
    const sum = total[count]
    if (sum !== undefined && sum !== earlier[count]) own[count] = sum - (earlier[count] ?? 0)
  }
  if (ownCostUsd !== undefined) own.costUsd = ownCostUsd
  else if (total.costUsd !== undefined) own.costUsd = Math.max(0, total.costUsd - (earlier.costUsd ?? 0))
  else {
    const leastUsd = (total.leastCostUsd ?? 0) - (knownCost(earlier)?.usd ?? 0)
    if (leastUsd > 0) own.leastCostUsd = leastUsd
  }
  return own
}
